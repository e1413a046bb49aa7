import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { widgetTypes } from "../../language/widgets.ts";
import type { ValueType } from "../../types/index.ts";
import type { Project } from "../project/project.ts";
import { listed } from "../report/values.ts";

const types: Readonly<Record<string, readonly ValueType[]>> = widgetTypes;

/** Checks that a widget takes values of this type. One that there is not, the grammar tells. */
export function checkWidget(
  project: Project,
  file: ReadFile,
  at: JsonPath,
  widget: string | undefined,
  type: ValueType | undefined,
): void {
  const taken = typeof widget === "string" && Object.hasOwn(types, widget) ? types[widget] : undefined;
  if (!taken || type === undefined || taken.includes(type)) return;
  const fitting = Object.keys(types).filter((one) => types[one]!.includes(type));
  project.report.add(file, at, "unknown-value", { value: String(widget), allowed: listed(fitting) });
}
