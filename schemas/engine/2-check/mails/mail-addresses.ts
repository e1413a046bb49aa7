import type { JsonPath } from "../../1-read/locate.ts";
import type { Flow, Project } from "../project/project.ts";
import { emailPattern } from "../../operations/addresses.ts";
import { presetsOfField, typeOf } from "../project/presets.ts";
import { factValues, readVariable } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";
import { isObject } from "../report/values.ts";

/**
 * Tells of a mail that goes to a text, an answer or a fact that is no address, in each case of an `if`. What is worked out
 * otherwise is not judged.
 */
export function checkMailAddress(
  project: Project,
  flow: Flow,
  to: unknown,
  at: JsonPath,
  scope: Scope,
): void {
  if (typeof to === "string" && !emailPattern.test(to)) {
    project.report.add(flow.file, at, "mail-to-no-address", { path: to });
  }
  const [operator = "", parts] = isObject(to) ? (Object.entries(to)[0] ?? []) : [];
  if ((operator === "if" || operator === "?:") && Array.isArray(parts)) {
    for (const [index, part] of parts.entries()) {
      const isCase = index % 2 === 1 || index === parts.length - 1;
      if (isCase) checkMailAddress(project, flow, part, [...at, operator, index], scope);
    }
  }
  const path = isObject(to) ? [to["var"]].flat()[0] : undefined;
  if (typeof path !== "string") return;
  const reading = readVariable(project, scope, path);
  const isWrong =
    "field" in reading
      ? // What a step's JSON Schema asks for is the schema's to say.
        typeOf(project, reading.field) !== "json" &&
        ![reading.field, ...presetsOfField(project, reading.field)].some(
          ({ value }) => value.schema?.["format"] === "email",
        )
      : "fact" in reading &&
        [...factValues(scope.brands, reading.fact).values()].some(
          (value) => !/^[^@\s]+@[^@\s]+$/.test(String(value)),
        );
  if (isWrong) project.report.add(flow.file, [...at, "var"], "mail-to-no-address", { path });
}
