// Made from renderer/widgets/descriptors by npm run check -- --fix: change those.
import type { ValueType } from "../types/index.ts";

/** The values that each widget takes. */
export const widgetTypes = {
  answers: ["display"],
  button: ["boolean"],
  cards: ["choice"],
  checkbox: ["boolean"],
  checkboxes: ["choices"],
  confetti: ["display"],
  consent: ["boolean"],
  countdown: ["display"],
  date: ["date"],
  days: ["choice"],
  document: ["display"],
  event: ["display"],
  file: ["file"],
  group: ["group"],
  hidden: ["text"],
  jsonForm: ["json"],
  link: ["display"],
  list: ["list"],
  longText: ["text"],
  notice: ["display"],
  paragraph: ["display"],
  pictureCard: ["display"],
  places: ["choice"],
  priceCard: ["display"],
  radio: ["choice"],
  range: ["group"],
  select: ["choice"],
  slider: ["number", "money"],
  slots: ["choice"],
  submitButton: ["boolean"],
  summary: ["display"],
  text: ["text", "number", "money", "date", "time"],
  yesNo: ["choice"],
} as const satisfies Record<string, readonly ValueType[]>;

/** Those that draw on a map. */
export const mapWidgets = ["places"] as const satisfies readonly string[];
