import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Project } from "../project/project.ts";
import type { Scope } from "../variables/scope.ts";
import { conditionKeys } from "./conditions.ts";
import { readVariable } from "../variables/variables.ts";

/** `step.field`, `booking.data.code`; in braces, as texts name it, one word too. */
const bare = /^[A-Za-z]\w*(\.\w+)+$/;
const braced = /^\{([A-Za-z]\w*(?:\.\w+)*)\}$/;

/** Tells of a text that is the name of something there: it would be given as it stands, and nothing read. */
export function tellPathAsText(
  project: Project,
  file: ReadFile,
  text: string,
  at: JsonPath,
  scope: Scope,
): void {
  // A text where a condition stands is told as such.
  if (conditionKeys.has(at.at(-1))) return;
  const path = pathIn(project, scope, text);
  if (path === undefined) return;
  const values = { owner: scope.owner, path };
  project.report.add(file, at, "path-as-text", values, { once: true });
}

function pathIn(project: Project, scope: Scope, text: string): string | undefined {
  // What a service gets and answers is one word.
  if (text === "answer" && scope.answer) return text;
  if (text === "input" && scope.input) return text;
  if (bare.test(text)) return isThere(project, scope, text) ? text : undefined;
  const name = braced.exec(text)?.[1];
  if (name === undefined) return undefined;
  return [name, `input.${name}`, `with.${name}`].find((one) => isThere(project, scope, one));
}

function isThere(project: Project, scope: Scope, path: string): boolean {
  // Reading a rule's name uses the rule.
  if (path.startsWith("rules.")) return Object.hasOwn(scope.flow?.value.rules ?? {}, path.slice(6));
  const reading = readVariable(project, scope, path);
  return !("finding" in reading || "unresolved" in reading);
}
