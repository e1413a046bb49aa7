import type { FieldDefinition } from "../1-read/expand.ts";
import type { CompiledField, DisplayItem, Words } from "../types/index.ts";
import { condition, type FieldContext } from "./field-context.ts";
import { renamed } from "./relative-words.ts";
import { fillKnown } from "./words.ts";

/**
 * Where words may stand, first the ones that count: brand, the flow's wording file, in place, kind. Common words of
 * problems stand in the flow.
 */
function candidates(place: FieldContext, slot: string, inPlace?: string) {
  const { flow, placed, field, kind, project, apart } = place;
  const [head, code] = slot.split(".") as [keyof FieldDefinition, string | undefined];
  const here = code === undefined ? field[head] : head === "problems" ? field.problems?.[code] : inPlace;
  const own = [
    project.brandKey(`flows.${flow}.${placed.path}.${slot}`),
    apart[`${placed.path}.${slot}`],
    here as string | undefined,
  ];
  const general = [project.brandKey(`kinds.${kind.kind}.${slot}`), kind.wording?.[slot]];
  return {
    own,
    general: slot === "problems.required" ? general.filter((one) => names(place, one)) : general,
  };
}

/** What a kind says of an absent answer calls it as the kind does: where the field has another label, it would be wrong. */
function names(place: FieldContext, text: string | undefined): boolean {
  if (text === undefined || text.includes("{label}")) return true;
  const { own } = candidates(place, "label");
  return place.placed.row?.words === undefined && own.every((label) => label === undefined);
}

export function wordsOf(place: FieldContext, slot: string, inPlace?: string): Words | undefined {
  const { own, general } = candidates(place, slot, inPlace);
  const { project, placed, kindNames } = place;
  const { booleans } = project;
  return (
    renamed(project.words(slot, own), placed.names, booleans) ??
    renamed(project.words(slot, general), kindNames, booleans)
  );
}

export function textOf(place: FieldContext, slot: string): string | undefined {
  const { own, general } = candidates(place, slot);
  const found = [...own, ...general].find((one) => one !== undefined);
  return found === undefined ? undefined : fillKnown(found, place.project.known);
}

/** Every problem that is worded for this field or its kind, wherever the words stand. */
export function compileProblems(place: FieldContext): CompiledField["problems"] {
  const { flow, placed, field, kind, project, apart } = place;
  const codes = new Set(Object.keys(field.problems ?? {}));
  const under = (texts: Record<string, string>, prefix: string): void => {
    for (const key of Object.keys(texts)) {
      if (key.startsWith(prefix)) codes.add(key.slice(prefix.length));
    }
  };
  under(kind.wording ?? {}, "problems.");
  under(apart, `${placed.path}.problems.`);
  under(project.overrides, `flows.${flow}.${placed.path}.problems.`);
  under(project.overrides, `kinds.${kind.kind}.problems.`);
  return Object.fromEntries(
    [...codes].flatMap((code) => {
      const words = wordsOf(place, `problems.${code}`);
      return words === undefined ? [] : [[code, words]];
    }),
  );
}

/** The lines of a display field that this brand shows. */
export function compileItems(place: FieldContext): DisplayItem[] | undefined {
  const { field, project, placed } = place;
  if (!field.items) return undefined;
  return Object.entries(field.items).flatMap(([id, item]): DisplayItem[] => {
    const visibleWhen = condition(place, item.visibleWhen, placed.names);
    if (visibleWhen === false || !project.appliesTo(item.onlyFor)) return [];
    const words = (slot: "label" | "text") => {
      const key = `${placed.path}.items.${id}.${slot}`;
      const found = project.words(slot, [
        project.brandKey(`flows.${place.flow}.${key}`),
        place.apart[key],
        item[slot],
      ]);
      return renamed(found, placed.names, project.booleans)!;
    };
    return [
      {
        id,
        label: words("label"),
        text: words("text"),
        ...(item.total === undefined ? {} : { total: true }),
        ...(visibleWhen === undefined ? {} : { visibleWhen }),
      },
    ];
  });
}

/** What a row of content says of its question: all but `text` are lines of plain text. */
export function rowWords({ placed, project }: FieldContext): Partial<CompiledField> {
  const row = placed.row?.words;
  if (!row) return {};
  const line = (text: string): string => fillKnown(text, project.known);
  const { label, hint, placeholder, text, required, options } = row;
  return {
    label: line(label),
    ...(hint === undefined ? {} : { hint: line(hint) }),
    ...(placeholder === undefined ? {} : { placeholder: line(placeholder) }),
    ...(text === undefined ? {} : { text: project.words("text", [text])! }),
    ...(required === undefined ? {} : { required }),
    ...(options === undefined
      ? {}
      : { options: { list: options.map(line).map((option) => ({ value: option, label: option })) } }),
  };
}

/** What a raw-schema step is called; any other field without a name is called by its path. */
export const titleOf = ({ flow, placed, kind, project, apart }: FieldContext): Words =>
  (kind.type === "json"
    ? project.words("title", [
        project.brandKey(`flows.${flow}.${placed.step}.title`),
        apart[`${placed.step}.title`],
      ])
    : undefined) ?? placed.path;
