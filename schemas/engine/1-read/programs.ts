/** Named programs of a flow (`programs`): each line `{ "do": "<name>" }` is replaced by the lines of that program. */
import type { JsonPath } from "./locate.ts";
import type { ReadFile } from "./read.ts";
import { waitBranchNames } from "./wait-branches.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const inner: readonly string[] = ["onFailure", ...waitBranchNames];
const keyOf = (at: JsonPath): string => JSON.stringify(at);

/** What is known while the programs of one flow are put in their places. */
interface Expansion {
  programs: Json;
  /** Where lines and lists of lines are written, by where they stand now. */
  written: Map<string, JsonPath>;
}

/** The lines of a list, with those of the programs that it does; `from` is where they are written. */
function linesIn(
  { programs, written }: Expansion,
  lines: unknown[],
  { at, from, open }: { at: JsonPath; from: JsonPath; open: readonly string[] },
): unknown[] {
  const all: unknown[] = [];
  const put = (list: unknown[], source: JsonPath, within: readonly string[]): void => {
    for (const [index, line] of list.entries()) {
      const place = [...source, index];
      const name = isObject(line) ? line["do"] : undefined;
      const program = typeof name === "string" && Object.hasOwn(programs, name) ? programs[name] : undefined;
      // One that does itself stays as it is written: the checker tells of it.
      if (Array.isArray(program) && !within.includes(String(name))) {
        put(program, ["programs", String(name)], [...within, String(name)]);
        continue;
      }
      const here = [...at, all.length];
      written.set(keyOf(here), place);
      all.push(isObject(line) ? withInner({ programs, written }, line, here, place, within) : line);
    }
  };
  put(lines, from, open);
  return all;
}

function withInner(
  expansion: Expansion,
  line: Json,
  at: JsonPath,
  from: JsonPath,
  open: readonly string[],
): Json {
  const branches = inner.flatMap((key) => {
    const lines = line[key];
    if (!Array.isArray(lines)) return [];
    const places = { at: [...at, key], from: [...from, key], open };
    return [[key, linesIn(expansion, lines, places)] as const];
  });
  return branches.length === 0 ? line : { ...line, ...Object.fromEntries(branches) };
}

/** A flow's file with its named programs where they are done. What is wrong in one is told where it is written. */
export function withPrograms(file: ReadFile): ReadFile {
  const { value } = file;
  if (!isObject(value) || !isObject(value["programs"]) || !isObject(value["steps"])) return file;
  const written = new Map<string, JsonPath>();
  const expansion: Expansion = { programs: value["programs"], written };
  const steps = Object.fromEntries(
    Object.entries(value["steps"]).map(([id, step]) => {
      const lines = isObject(step) ? step["onContinue"] : undefined;
      if (!Array.isArray(lines)) return [id, step];
      const at: JsonPath = ["steps", id, "onContinue"];
      return [id, { ...(step as Json), onContinue: linesIn(expansion, lines, { at, from: at, open: [] }) }];
    }),
  );
  const place = (at: JsonPath): JsonPath => {
    for (let length = at.length; length > 0; length--) {
      const from = written.get(keyOf(at.slice(0, length)));
      if (from) return [...from, ...at.slice(length)];
    }
    return at;
  };
  return { ...file, value: { ...value, steps }, locate: (at, part) => file.locate(place(at), part) };
}
