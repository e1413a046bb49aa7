import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { formats } from "../../operations/formats.ts";
import { nearest } from "../report/nearest.ts";
import { checkPattern } from "../patterns/pattern.ts";
import type { ValueType } from "../../types/index.ts";
import type { Field, Project, PresetPart } from "../project/project.ts";
import { checkFormatParameters } from "./format-fits.ts";
import { checkRange, limits } from "./ranges.ts";
import { checkRule } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";
import { isObject, listed } from "../report/values.ts";

/** What fields, kinds and their variants may all say: schema, format and checks of an answer. */
export function checkPreset(
  project: Project,
  file: ReadFile,
  value: PresetPart,
  at: JsonPath,
  scope: Scope,
  answer: Field | ValueType | undefined,
): void {
  const { report } = project;
  const schema = value.schema ?? {};
  checkPattern(report, file, schema["pattern"], [...at, "schema", "pattern"]);
  for (const [least, most] of limits) {
    checkRange(project, file, [schema[least], schema[most]], [...at, "schema", least]);
  }
  checkFormat(project, file, value, at, scope);
  for (const [index, check] of (value.checks ?? []).entries()) {
    checkRule(project, file, check.rule, [...at, "checks", index, "rule"], {
      ...scope,
      value: answer ?? true,
    });
  }
}

/** A format that there is, with parameters that are settled when the brand is compiled. */
export function checkFormat(
  project: Project,
  file: ReadFile,
  { format }: Pick<PresetPart, "format">,
  at: JsonPath,
  scope: Scope,
): void {
  const { report } = project;
  const { operation, with: given = {} } = typeof format === "object" ? format : { operation: format };
  if (operation !== undefined && !Object.hasOwn(formats, operation)) {
    const place = isObject(format) ? [...at, "format", "operation"] : [...at, "format"];
    const values = { format: operation, allowed: listed(Object.keys(formats)) };
    report.add(file, place, "unknown-format", values, {
      suggestion: nearest(operation, Object.keys(formats)),
    });
  }
  checkFormatParameters(project, file, format, [...at, "format"]);
  for (const [name, rule] of Object.entries(given)) {
    const place = [...at, "format", "with", name];
    const uses = checkRule(project, file, rule, place, { ...scope, value: false });
    if (uses.length > 0) reportUnsteadyFormat(project, file, place, scope.owner);
  }
}

/** A format is settled when the brand is compiled. */
export function reportUnsteadyFormat(project: Project, file: ReadFile, at: JsonPath, owner: string): void {
  project.report.add(file, at, "unsteady-format", { owner });
}
