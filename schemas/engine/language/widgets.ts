// Made from renderer/widgets/descriptors by npm run check -- --fix: change those.
import type { ValueType } from "../types/index.ts";

/** The values that each widget takes. */
export const widgetTypes = {
  answers: ["display"],
  cards: ["choice"],
  checkbox: ["boolean"],
  checkboxes: ["choices"],
  confetti: ["display"],
  consent: ["boolean"],
  date: ["date"],
  days: ["choice"],
  document: ["display"],
  event: ["display"],
  file: ["file"],
  group: ["group"],
  jsonForm: ["json"],
  list: ["list"],
  longText: ["text"],
  notice: ["display"],
  paragraph: ["display"],
  priceCard: ["display"],
  radio: ["choice"],
  range: ["group"],
  select: ["choice"],
  slider: ["number", "money"],
  slots: ["choice"],
  summary: ["display"],
  text: ["text", "number", "money", "date", "time"],
  yesNo: ["choice"],
} as const satisfies Record<string, readonly ValueType[]>;
