/** The engine's tables of the language, as modules. */
import type { WidgetFile } from "../../../server/gallery/files.ts";
import { blocksOf, slotsOf } from "./blocks.ts";
import { fieldKeys, fits, keptKeys, typesOf } from "./field-keys.ts";
import type { Grammars } from "./grammars.ts";

const constant = (name: string, value: unknown, type: string, comment: string): string =>
  `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)} as const satisfies ${type};\n`;

export const widgetTable = (widgets: WidgetFile[]): string =>
  `import type { ValueType } from "../types/index.ts";\n\n${constant(
    "widgetTypes",
    Object.fromEntries(widgets.map(({ widget, types }) => [widget, types])),
    "Record<string, readonly ValueType[]>",
    "The values that each widget takes.",
  )}\n${constant(
    "mapWidgets",
    widgets.flatMap(({ widget, map }) => (map ? widget : [])),
    "readonly string[]",
    "Those that draw on a map.",
  )}`;

export function fieldTable(grammars: Grammars): string {
  const keys = fieldKeys(grammars);
  const words = keys.filter(([, { $comment }]) => $comment === "empty-wording");
  const slots = typesOf(grammars).map((type) => [
    type,
    words.flatMap(([name, key]) => (fits(key, type) ? name : [])),
  ]);
  return `import type { KeptKey, ValueType } from "../types/index.ts";\n\n${constant(
    "slotsByType",
    Object.fromEntries(slots),
    'Record<Exclude<ValueType, "json">, readonly string[]>',
    "The keys of a field that hold words, by the type of its value.",
  )}\n${constant(
    "keptKeys",
    keptKeys(grammars),
    "readonly KeptKey[]",
    "The keys that go to the browser as they are written, a field's before its kind's.",
  )}`;
}

export function blockTable(grammars: Grammars): string {
  const all = blocksOf(grammars).map(([block, schema]) => ({ block, slots: slotsOf(grammars, schema) }));
  const texts = all.map(({ block, slots }) => [
    block,
    slots
      .filter(({ schema }) => schema.$comment === "empty-wording")
      .map(({ at, schema }) => ({ at, markdown: schema.contentMediaType === "text/markdown" })),
  ]);
  const links = all.map(({ block, slots }) => [
    block,
    slots.filter(({ schema }) => schema.$ref === "#/definitions/action").map(({ at }) => at),
  ]);
  return `${constant(
    "blockTexts",
    Object.fromEntries(texts),
    "Record<string, readonly { at: readonly string[]; markdown: boolean }[]>",
    "Where the words of each block stand, `*` for each element of a list, and whether they are Markdown.",
  )}\n${constant(
    "blockLinks",
    Object.fromEntries(links),
    "Record<string, readonly (readonly string[])[]>",
    "Where the links of each block stand.",
  )}`;
}
