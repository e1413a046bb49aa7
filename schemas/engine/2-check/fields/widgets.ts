import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { ValueType } from "../../types/index.ts";
import type { Project } from "../project/project.ts";
import { listed } from "../report/values.ts";

interface WidgetNeeds {
  /** The values that it takes. */
  types: readonly ValueType[];
}

const display: WidgetNeeds = { types: ["display"] };
const choice: WidgetNeeds = { types: ["choice"] };

/** What a widget of the renderer's registry needs to draw a field, by its name. */
export const widgets: Readonly<Record<string, WidgetNeeds>> = {
  text: { types: ["text", "number", "money", "date", "time"] },
  longText: { types: ["text"] },
  date: { types: ["date"] },
  days: choice,
  slots: choice,
  slider: { types: ["number", "money"] },
  select: choice,
  radio: choice,
  cards: choice,
  yesNo: choice,
  checkboxes: { types: ["choices"] },
  checkbox: { types: ["boolean"] },
  consent: { types: ["boolean"] },
  file: { types: ["file"] },
  jsonForm: { types: ["json"] },
  group: { types: ["group"] },
  list: { types: ["list"] },
  paragraph: display,
  notice: display,
  priceCard: display,
  summary: display,
  answers: display,
  event: display,
  document: display,
  confetti: display,
};

const needsOf = (widget: unknown): WidgetNeeds | undefined =>
  typeof widget === "string" && Object.hasOwn(widgets, widget) ? widgets[widget] : undefined;

/** Checks that a widget takes values of this type. One that there is not, the grammar tells. */
export function checkWidget(
  project: Project,
  file: ReadFile,
  at: JsonPath,
  widget: unknown,
  type: ValueType | undefined,
): void {
  const needs = needsOf(widget);
  if (!needs || type === undefined || needs.types.includes(type)) return;
  const fitting = Object.keys(widgets).filter((one) => widgets[one]!.types.includes(type));
  project.report.add(file, at, "unknown-value", { value: String(widget), allowed: listed(fitting) });
}
