import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/**
 * The contact form in two brands, and nothing else: what is read again and again is read quickly then, and a server
 * that is killed again and again is soon back. Two, because what only the other country knows must still be known.
 */
export function contactAlone(): Record<string, null> {
  const isOther = (file: string): boolean => {
    const [, kind, name] = /^(?:schemas\/)?(flows|brands|fragments)\/([^/]+)/.exec(file) ?? [];
    if (kind === "brands") return !["SI", "WI"].includes(name!);
    return kind === "fragments" || (kind === "flows" && name !== "contact");
  };
  const files = ["schemas/flows", "schemas/fragments", "brands"].flatMap(filesBelow);
  return Object.fromEntries(
    files.filter((file) => file.endsWith(".json") && isOther(file)).map((file) => [file, null]),
  );
}
