/** Pictures and fonts that a brand brings in its folder: `brands/<code>/files/`. */
import type { ReadFile } from "./read.ts";

/** What stands for such a file among the sources, as JSON: what it is by its content, not by its name. */
export interface BrandFileDescription {
  format: "svg" | "woff2" | "text" | "unknown";
  bytes: number;
  /** Of its content, for its address. */
  hash: string;
  /** Of an SVG: the first thing in it that a drawing may not have. */
  unsafe?: string;
}

const folderOf = (brand: string): string => `brands/${brand}/files/`;

/** Whether a path is one of a file that a brand brings. Defaults have none. */
export const isBrandFile = (path: string): boolean =>
  /^brands\/(?!defaults\/)[^/]+\/files\/[^/]+\.(svg|woff2|txt)$/.test(path);

/** What a brand's file is; undefined where there is none of this name. */
export const brandFile = (
  files: Record<string, ReadFile>,
  brand: string,
  name: string,
): BrandFileDescription | undefined =>
  files[`${folderOf(brand)}${name}`]?.value as BrandFileDescription | undefined;

/** The names of all files that a brand brings. */
export const brandFileNames = (files: Record<string, ReadFile>, brand: string): string[] =>
  Object.keys(files).flatMap((path) =>
    isBrandFile(path) && path.startsWith(folderOf(brand)) ? path.slice(folderOf(brand).length) : [],
  );

/** Where a browser finds it: another content is another address. Takes files that `check` found no error in. */
export const addressOfBrandFile = (files: Record<string, ReadFile>, brand: string, name: string): string =>
  `/assets/brands/${brand}/${brandFile(files, brand, name)!.hash}/${name}`;
