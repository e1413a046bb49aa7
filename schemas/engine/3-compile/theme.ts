import { addressOfBrandFile } from "../1-read/brand-files.ts";
import type { BrandTheme, WrittenBrandFile } from "../types/index.ts";
import type { BrandProject } from "./project.ts";

/** A theme with all that a brand must say. */
type WrittenTheme = Pick<BrandTheme, "colours" | "radius"> &
  Required<Pick<NonNullable<WrittenBrandFile["theme"]>, "font" | "hero" | "illustrations">>;

/** A brand's look, with the addresses of the files that it brings. */
export function compileTheme({ definition, files }: BrandProject, brand: string): BrandTheme {
  const theme = { hero: "primary", illustrations: {}, ...definition.theme } as WrittenTheme;
  const addressOf = (name: string): string => addressOfBrandFile(files, brand, name);
  return {
    ...theme,
    font: typeof theme.font === "string" ? theme.font : compileFont(theme.font, addressOf),
    illustrations: Object.fromEntries(
      Object.entries(theme.illustrations).map(([name, drawing]) => [
        name,
        drawing.endsWith(".svg") ? addressOf(drawing) : drawing,
      ]),
    ),
  };
}

const compileFont = (
  { name, file, weights }: Exclude<WrittenTheme["font"], string>,
  addressOf: (file: string) => string,
): BrandTheme["font"] => ({
  name,
  address: addressOf(file),
  ...(weights ? { weights: [weights[0]!, weights[1]!] } : {}),
});
