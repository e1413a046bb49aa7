/** Named data of a flow (`mappings`): each `{ "use": "<name>" }` among what is sent or set is replaced by what has that name. */
import type { JsonPath } from "./locate.ts";
import { isObject, type JsonRecord } from "./merge.ts";
import type { ReadFile } from "./read.ts";

interface Expansion {
  mappings: JsonRecord;
  /** Where what was put in is written, by where it stands now. */
  written: Map<string, JsonPath>;
}

interface Place {
  at: JsonPath;
  /** Those that are open: one that uses itself stays as it is written, and is no rule. */
  open: readonly string[];
}

const keyOf = (at: JsonPath): string => JSON.stringify(at);

/** The mapping that a value asks for. */
function usedIn(mappings: JsonRecord, value: unknown): [string, JsonRecord] | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const name = value["use"];
  const found = typeof name === "string" && Object.hasOwn(mappings, name) ? mappings[name] : undefined;
  return isObject(found) ? [String(name), found] : undefined;
}

function filled(parts: Expansion, value: unknown, { at, open }: Place): unknown {
  if (Array.isArray(value))
    return value.map((one, index) => filled(parts, one, { at: [...at, index], open }));
  if (!isObject(value)) return value;
  const [name, mapping] = usedIn(parts.mappings, value) ?? [];
  if (name === undefined || !mapping || open.includes(name)) {
    const inner = Object.entries(value).map(([key, one]) => [
      key,
      filled(parts, one, { at: [...at, key], open }),
    ]);
    return Object.fromEntries(inner) as JsonRecord;
  }
  // What a call is sent, and what is set, are the data themselves.
  const isWhole = at.at(-1) === "with" || at.at(-1) === "set";
  parts.written.set(keyOf(at), ["mappings", name, ...(isWhole ? ["object"] : [])]);
  return filled(parts, isWhole ? mapping["object"] : mapping, { at, open: [...open, name] });
}

/** A flow's file with its named data where they are used. What is wrong in one is told where it is written. */
export function withMappings(file: ReadFile): ReadFile {
  const { value } = file;
  if (!isObject(value) || !isObject(value["mappings"])) return file;
  const written = new Map<string, JsonPath>();
  const parts: Expansion = { mappings: value["mappings"], written };
  const whole = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      ["onAdvance", "programs", "steps"].includes(key) ? filled(parts, part, { at: [key], open: [] }) : part,
    ]),
  );
  const place = (at: JsonPath): JsonPath => {
    for (let length = at.length; length > 0; length--) {
      const from = written.get(keyOf(at.slice(0, length)));
      if (from) return [...from, ...at.slice(length)];
    }
    return at;
  };
  return { ...file, value: whole, locate: (at, part) => file.locate(place(at), part) };
}
