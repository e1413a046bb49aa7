/** Brands as their own files and what they extend say. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources, type Sources } from "../../schemas/engine/all.ts";
import { addScreens } from "../../schemas/engine/edit.ts";

const projectRoot = join(import.meta.dirname, "../..");

const brandSources = (): Sources =>
  Object.fromEntries(
    globSync("brands/**/*.json", { cwd: projectRoot }).map((path) => [
      path.replaceAll("\\", "/"),
      readFileSync(join(projectRoot, path), "utf8"),
    ]),
  );

let own: Sources | undefined;

/** The project's own definitions of brands, with all that they extend written out in each of them. Read once. */
export const ownWrittenOut = (): Sources => (own ??= writtenOut(brandSources()));

/** The same definitions with all that brands extend written out in each of them. */
export function writtenOut(sources: Sources): Sources {
  const isDefault = (path: string): boolean => path.startsWith("brands/defaults/");
  const brands = Object.values(readSources(sources).files).filter(
    ({ path }) => path.startsWith("brands/") && !isDefault(path),
  );
  return {
    ...Object.fromEntries(Object.entries(sources).filter(([path]) => !isDefault(path))),
    ...Object.fromEntries(brands.map(({ path, value }) => [path, JSON.stringify(value, null, 2)])),
  };
}

interface BrandFile {
  brand: string;
  facts: { name: string; companyId: number; country: string; currencies: string[]; [fact: string]: unknown };
  theme: object;
  screens: string[];
}

/** All that a brand's file says, with what it extends. */
export const brandFile = (brand: string): BrandFile =>
  JSON.parse(ownWrittenOut()[`brands/${brand}/brand.json`]!) as BrandFile;

/** A brand's own file with more screens. */
export const withScreens = (brand: string, ...screens: string[]): string =>
  addScreens(brandSources(), brand, screens);
