import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Project } from "../project/project.ts";
import { checkRule } from "./rules.ts";
import type { Scope } from "../variables/scope.ts";
import { asObject, isObject } from "../report/values.ts";

/** Checks what a call is given: rules by name, some with a condition, and objects of such. */
export function checkMapping(
  project: Project,
  file: ReadFile,
  mapping: unknown,
  at: JsonPath,
  scope: Scope,
): void {
  for (const [name, entry] of Object.entries(asObject(mapping))) {
    const place = [...at, name];
    if (isObject(entry) && "value" in entry) {
      checkRule(project, file, entry["value"], [...place, "value"], scope);
      checkRule(project, file, entry["when"], [...place, "when"], scope);
    } else if (isObject(entry) && "object" in entry) {
      checkMapping(project, file, entry["object"], [...place, "object"], scope);
      if (entry["when"] !== undefined) checkRule(project, file, entry["when"], [...place, "when"], scope);
    } else checkRule(project, file, entry, place, scope);
  }
}
