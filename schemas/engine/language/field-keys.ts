// Made from `field` of schemas/language/definitions.schema.json by npm run check -- --fix: change those.
import type { KeptKey, ValueType } from "../types/index.ts";

/** The keys of a field that hold words, by the type of its value. */
export const slotsByType = {
  text: ["label", "hint", "placeholder"],
  number: ["label", "hint", "placeholder"],
  money: ["label", "hint", "placeholder"],
  boolean: ["label", "hint", "text"],
  date: ["label", "hint", "placeholder"],
  time: ["label", "hint", "placeholder"],
  choice: ["label", "hint", "placeholder"],
  choices: ["label", "hint"],
  file: ["label", "hint"],
  group: ["label", "hint", "below", "above"],
  list: ["label", "hint", "row", "add"],
  display: ["label", "text", "picture", "to", "until", "over"],
} as const satisfies Record<Exclude<ValueType, "json">, readonly string[]>;

/** The keys that go to the browser as they are written, a field's before its kind's. */
export const keptKeys = [
  "range",
  "ordered",
  "tone",
  "total",
  "slideBy",
  "looksUp",
  "asksAgain",
  "document",
  "keyboard",
  "autocomplete",
  "detail",
  "secret",
  "domains",
  "capitalize",
  "formerly",
] as const satisfies readonly KeptKey[];
