import { isSchema } from "../../4-evaluate/json-schema.ts";
import { nearest } from "../report/nearest.ts";
import type { RawProblem } from "./raw-schema.ts";
import { shortened } from "../report/value-words.ts";
import { listed } from "../report/values.ts";

/** What `ui:widget` may name. */
const rawWidgets = [
  "checkbox",
  "checkboxes",
  "color",
  "date",
  "date-time",
  "datetime",
  "email",
  "hidden",
  "password",
  "radio",
  "range",
  "select",
  "text",
  "textarea",
  "time",
  "updown",
  "uri",
];

/** What is wrong with the uiSchema of a raw step: widgets, fields and templates that there are not. */
export function rawUiProblems(ui: unknown, at: RawProblem["at"] = []): RawProblem[] {
  if (Array.isArray(ui)) return ui.flatMap((one, index) => rawUiProblems(one, [...at, index]));
  if (!isSchema(ui)) return [];
  return Object.entries(ui).flatMap(([key, value]) => {
    const place = [...at, key];
    const option = key.startsWith("ui:") ? key.slice(3) : at.at(-1) === "ui:options" ? key : "";
    if (option === "widget") return widgetProblems(value, place);
    if (option === "field" || option.endsWith("Template")) return [unusable(key, place)];
    return rawUiProblems(value, place);
  });
}

function widgetProblems(value: unknown, at: RawProblem["at"]): RawProblem[] {
  if (typeof value === "string" && rawWidgets.includes(value)) return [];
  const suggestion = nearest(String(value), rawWidgets);
  return [
    {
      at,
      code: "unknown-value",
      values: { value: shortened(value), allowed: listed(rawWidgets) },
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ];
}

const unusable = (key: string, at: RawProblem["at"]): RawProblem => ({
  at,
  code: "unknown-key",
  values: {
    key,
    allowed: listed(["ui:widget", "ui:options", "ui:title", "ui:description", "ui:help", "ui:order"]),
  },
  part: "key",
});
