/** What several flows have in common: a flow `extends` another one, and says what it adds and what is otherwise. */
import { isObject, over, taken, type JsonRecord } from "./merge.ts";
import { withMappings } from "./mappings.ts";
import { withPrograms } from "./programs.ts";
import type { ReadFile } from "./read.ts";

const flowFile = /^schemas\/flows\/[^/]+\/flow\.json$/;

export const flowFileOf = (id: string): string => `schemas/flows/${id}/flow.json`;

type Merge = (base: unknown, own: unknown) => unknown;

/** Things by name. What is new comes after what is named before it, else at the end. */
const byName =
  (merge: Merge): Merge =>
  (base, own) => {
    if (!isObject(base) || !isObject(own)) return own;
    const all = Object.entries(base);
    let before: string | undefined;
    for (const [name, value] of Object.entries(own)) {
      const place = all.findIndex(([known]) => known === name);
      if (place !== -1) all[place] = [name, merge(base[name], value)];
      else {
        const after = all.findIndex(([known]) => known === before);
        all.splice(after === -1 ? all.length : after + 1, 0, [name, value]);
      }
      before = name;
    }
    return Object.fromEntries(all);
  };

const whole: Merge = (_, own) => own;

/** The keys of a thing: the ones that hold things by name as said, all others as a whole. */
const byKey =
  (named: Record<string, Merge>): Merge =>
  (base, own) => {
    if (!isObject(base) || !isObject(own)) return own;
    const all: JsonRecord = { ...base };
    for (const [key, value] of Object.entries(own)) {
      all[key] = Object.hasOwn(base, key) ? (named[key] ?? whole)(base[key], value) : value;
    }
    return all;
  };

// Rules and programs are replaced and never mixed: half of a rule means nothing.
const field: Merge = (base, own) => byKey({ fields: byName(field), items: byName(byKey({})) })(base, own);
const section = byKey({ fields: byName(field) });
const step = byKey({ sections: byName(section) });
const flow = byKey({
  steps: byName(step),
  mails: byName(byKey({})),
  mappings: byName(byKey({ object: byName(whole) })),
  ...Object.fromEntries(
    ["parameters", "rules", "data", "programs", "dialogs", "documents", "sequences"].map((key) => [
      key,
      byName(whole),
    ]),
  ),
});

/** With its named data and programs in their places: most flows are the same when definitions are read again. */
const done = new WeakMap<ReadFile, ReadFile>();

function withDone(file: ReadFile): ReadFile {
  const known = done.get(file) ?? withPrograms(withMappings(file));
  done.set(file, known);
  return known;
}

/** What a flow extends; undefined where it says nothing of it. */
const extendedBy = (file: ReadFile | undefined): string | undefined => {
  const name = isObject(file?.value) ? file.value["extends"] : undefined;
  return typeof name === "string" ? name : undefined;
};

/**
 * Gives each flow what it extends, with the words and options beside it. One that extends what is not there, or itself, keeps
 * the key `extends`, and is left as it is.
 */
export function withExtended(files: Record<string, ReadFile>): Record<string, ReadFile> {
  const all = { ...files };
  const opened = new Set<string>();
  const open = (path: string): void => {
    const own = files[path];
    const name = extendedBy(own);
    if (!own || name === undefined || opened.has(path)) return;
    opened.add(path);
    const from = flowFileOf(name);
    open(from);
    const base = all[from];
    if (!base || extendedBy(base) !== undefined) return;
    const { extends: _, ...rest } = own.value as JsonRecord;
    all[path] = over({ ...own, value: rest }, base, (there, here) => flow(there, here) as JsonRecord);
    lendBeside(all, folderOf(from), folderOf(path));
  };
  for (const path of Object.keys(files)) if (flowFile.test(path)) open(path);
  for (const path of Object.keys(files)) if (flowFile.test(path)) all[path] = withDone(all[path]!);
  return all;
}

const folderOf = (path: string): string => path.slice(0, -"flow.json".length);

/** Words by key, options by file; examples are of one flow alone. */
function lendBeside(all: Record<string, ReadFile>, from: string, to: string): void {
  for (const [path, file] of Object.entries(all)) {
    if (!path.startsWith(from) || !/^(options\/[^/]+|wording\.es)\.json$/.test(path.slice(from.length)))
      continue;
    const place = `${to}${path.slice(from.length)}`;
    const own = all[place];
    if (!own) all[place] = taken(file, place);
    else if (place.endsWith("wording.es.json"))
      all[place] = over(own, file, (there, here) => ({ ...there, ...here }));
  }
}
