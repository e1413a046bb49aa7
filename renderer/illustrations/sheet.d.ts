/** All drawings in one file: `tools/illustration-sheet.ts`. */
declare module "virtual:illustrations" {
  export const file: string;
  export const names: string[];
}
