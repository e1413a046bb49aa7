import { slotsByType } from "../../language/field-keys.ts";
import type { ValueType } from "../../types/index.ts";
import { widgetsOf } from "../project/presets.ts";
import {
  presetsOf,
  typeOf,
  type Field,
  type Flow,
  type Project,
  type Kind,
  type PresetPart,
} from "../project/project.ts";
import { textIn } from "../report/values.ts";

/** Slots of a field's words, by its type. */
export const slotsOf: Record<ValueType, readonly string[]> = {
  ...slotsByType,
  // Its words are in its own schema.
  json: [],
};

/** All slots of fields' words. */
export const fieldSlots: readonly string[] = [...new Set(Object.values(slotsOf).flat())];

/** Widgets of what has something to show without words of its own. */
const eloquent: ReadonlySet<unknown> = new Set(["answers", "confetti"]);

/** Slots without which a field cannot be shown. */
export function neededSlots(project: Project, field: Field, type: ValueType): readonly string[] {
  if (type === "json") return [];
  if (type === "list") return ["label", "row", "add"];
  // What has to be ticked says what is agreed to.
  if (type === "boolean") return field.value.required === false ? ["label"] : ["label", "text"];
  if (type !== "display") return ["label"];
  const widgets = widgetsOf(project, field);
  // What goes into a calendar says there what it is, and where.
  if (widgets.includes("event")) return ["label", "text"];
  // Its label is what is pressed.
  if (widgets.includes("document")) return ["label"];
  if (widgets.includes("link")) return ["label", "to"];
  if (widgets.includes("countdown")) return ["text", "until", "over"];
  const hasItems = Object.keys(field.value.items ?? {}).length > 0;
  return hasItems || widgets.every((widget) => eloquent.has(widget)) ? [] : ["text"];
}

const general = ["required", "type", "rule", "invalid"];
const ofOptions = ["notOffered", "optionsLoading", "optionsFailed", "optionsEmpty"];
const always: Record<ValueType, readonly string[]> = {
  text: general,
  number: general,
  money: general,
  date: general,
  time: [...general, "pattern"],
  choice: [...general, ...ofOptions],
  choices: [...general, ...ofOptions, "uniqueItems"],
  boolean: general,
  file: [...general, "maximum", "enum"],
  list: [...general, "minItems", "maxItems"],
  // Without an answer, nothing can be wrong with it.
  group: [],
  display: [],
  // Its problems have the common words.
  json: [],
};

/** What a Buscar button says, and what is said beside it. They are no problems of an answer. */
const ofSearch = ["search", "searchBusy", "searchReady", "searchEmpty", "searchFailed"];

/** What the server says of a file that it does not have: no rule of a form comes to it. */
const ofFiles = ["gone"];

/** A word for whatever is wrong, or one by keyword. */
const saysOf = (
  says: PresetPart["says"] = {},
  at: (string | number)[],
): { problem: string; at: (string | number)[] }[] =>
  typeof says === "string"
    ? [{ problem: says, at }]
    : Object.entries(says).map(([keyword, word]) => ({
        problem: word,
        at: [...at, keyword],
      }));

/** Problems that a kind or field names itself, with the place of the name from its own root. */
export function namedProblems(value: PresetPart): { problem: string; at: (string | number)[] }[] {
  const says = [value, ...(value.variants ?? [])].flatMap((one, index) =>
    saysOf(one.says, index === 0 ? ["says"] : ["variants", index - 1, "says"]),
  );
  const checks = (value.checks ?? []).flatMap((check, index) => {
    const problem = check.says;
    return problem === undefined ? [] : [{ problem, at: ["checks", index, "says"] }];
  });
  return [...says, ...checks];
}

/** Words of the problems that a value with these presets can have: those of the type, of its schema, of its checks; of a search. */
export function problemWords(type: ValueType, values: PresetPart[]): Set<string> {
  const keywords = values.flatMap((value) => Object.keys(value.schema ?? {}));
  const named = values.flatMap((value) => namedProblems(value).map(({ problem }) => problem));
  const search = values.some((value) => "looksUp" in value) ? ofSearch : [];
  const files = type === "file" ? ofFiles : [];
  // What it hangs on may fail: then it says so, with a way to ask again.
  const waiting = values.some((value) => "enabledWhen" in value) ? ["optionsFailed"] : [];
  return new Set([...always[type], ...keywords, ...named, ...search, ...files, ...waiting]);
}

/** Whether a check of these does not say which problem it tells: that is told at the check. */
const isUnsaid = (value: PresetPart): boolean =>
  (value.checks ?? []).some((check) => check.says === undefined);

/** Codes of the problems that a field can have, as examples name them; none where they cannot be told. */
export function problemCodes(project: Project, field: Field): Set<string> {
  const type = typeOf(project, field);
  if (!type) return new Set();
  const codes = new Set<string>();
  for (const kind of presetsOf(project, String(field.value.kind))) {
    const values = [kind.value, field.value];
    if (values.some(isUnsaid)) return new Set();
    const worded = new Set(
      values.flatMap(({ says = {} }) => (typeof says === "string" ? [] : Object.keys(says))),
    );
    const named = new Set(values.flatMap((value) => namedProblems(value).map(({ problem }) => problem)));
    for (const word of problemWords(type, values)) {
      if (named.has(word)) codes.add(`${kind.id}.${word}`);
      else if ([...ofSearch, ...ofFiles].includes(word)) continue;
      else if (!worded.has(word) && word !== "invalid") codes.add(word);
    }
  }
  return codes;
}

/** The words of a slot of a field wherever they stand, brands aside: each kind that it can be must have them. */
export function hasWords(project: Project, flow: Flow, field: Field, slot: string): boolean {
  const [head = "", code] = slot.split(".");
  const inPlace = code === undefined ? textIn(field.value, head) : field.value.problems?.[code];
  if (inPlace !== undefined) return true;
  if (flow.wording?.value?.[`${field.path}.${slot}`] !== undefined) return true;
  const kinds = presetsOf(project, String(field.value.kind));
  return kinds.length > 0 && kinds.every((kind) => kindHasWords(kind, slot));
}

/** The words of a line that a display field shows. */
export const hasItemWords = (flow: Flow, field: Field, item: string, slot: string): boolean =>
  textIn(field.value.items?.[item], slot) !== undefined ||
  flow.wording?.value?.[`${field.path}.items.${item}.${slot}`] !== undefined;

export const kindHasWords = (kind: Kind, slot: string): boolean => kind.value.wording?.[slot] !== undefined;

export const commonHasWords = (project: Project, key: string): boolean =>
  project.commonWording === undefined || project.commonWording.value[key] !== undefined;
