import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Copies the project's definition files to a folder, with some of them changed, or left out by `null`. */
export function copyDefinitions(to: string, changes: Record<string, string | Uint8Array | null>): void {
  const given = Object.entries(changes);
  // What would be taken away at once is not copied.
  const left = new Set(given.flatMap(([file, text]) => (text === null ? [join(root, file)] : [])));
  for (const file of left) statSync(file);
  left.add(join(root, "schemas/engine"));
  for (const folder of ["schemas", "brands"]) {
    cpSync(join(root, folder), join(to, folder), { recursive: true, filter: (source) => !left.has(source) });
  }
  changeFiles(to, Object.fromEntries(given.filter(([, text]) => text !== null)));
}

/** Writes files below a folder, or takes them away by `null`. */
export function changeFiles(to: string, changes: Record<string, string | Uint8Array | null>): void {
  for (const [file, text] of Object.entries(changes)) {
    const path = join(to, file);
    if (relative(to, path).startsWith("..")) throw new Error(`${file} is outside of the definitions`);
    if (text === null) {
      rmSync(path);
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}

/** The first host of each brand, by its code. */
export function hostsOf(definitions: string): Map<string, string> {
  const folder = join(definitions, "brands");
  const codes = readdirSync(folder).filter((code) => existsSync(join(folder, code, "brand.json")));
  return new Map(
    codes.map((code) => {
      const text = readFileSync(join(folder, code, "brand.json"), "utf8");
      return [code, (JSON.parse(text) as { hosts: string[] }).hosts[0]!];
    }),
  );
}
