import { readSources } from "../1-read/read.ts";
import { missingKeys } from "../2-check/check.ts";
import { asObject } from "../2-check/report/values.ts";
import type { Sources } from "../types/index.ts";
import { edit } from "./edit-text.ts";
import { printFile } from "./print.ts";

/** A key that was put in. */
export interface Added {
  file: string;
  /** From the file's root, with dots. */
  key: string;
}

/**
 * Puts the keys that `check` misses into wording files, flows, kinds and brands, in reading order and with empty texts,
 * which are diagnostics themselves: nothing half-done is ever published. Nothing else changes, nothing moves.
 * Gives the files that changed, and those that were not there.
 */
export function fixSources(sources: Sources): { changed: Sources; added: Added[] } {
  const { files } = readSources(sources);
  const changed: Sources = {};
  const added: Added[] = [];
  for (const { file, at, value, after } of missingKeys(files)) {
    const text = changed[file] ?? sources[file] ?? newFile(file);
    const holder = at.slice(0, -1).reduce<unknown>((here, key) => asObject(here)[key], JSON.parse(text));
    const key = String(at.at(-1));
    const keys = Object.keys(asObject(holder));
    // Two places may miss the same word.
    if (keys.includes(key)) continue;
    const earlier = new Set(after);
    const last = keys.findLastIndex((one) => earlier.has(one));
    const before = keys[last + 1];
    changed[file] = edit(text, [{ at, value, ...(before === undefined ? {} : { before }) }]);
    added.push({ file, key: at.join(".") });
  }
  return { changed, added };
}

/** A wording file beside a flow. */
function newFile(path: string): string {
  const up = "../".repeat(path.split("/").length - 2);
  return printFile({ $schema: `${up}language/wording.schema.json` });
}
