import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Without one of each country, some of the forms ask for what nobody has. */
const always = ["SI", "WI"];

/**
 * Leaves of the project these brands and one of each country, without examples: what is published again and again is checked
 * within a second.
 */
export function fewBrands(...more: string[]): Record<string, null> {
  const codes = new Set([...always, ...more]);
  const files = ["brands", "schemas"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const isLeft = (file: string): boolean => {
    const [, brand] = /^brands\/([A-Z]{2})\//.exec(file) ?? [];
    return (brand === undefined || codes.has(brand)) && !file.includes("/examples/");
  };
  return Object.fromEntries(files.filter((file) => !isLeft(file)).map((file) => [file, null]));
}
