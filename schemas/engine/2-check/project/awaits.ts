/** Where programs wait. */
import type { JsonPath } from "../../1-read/locate.ts";
import { asList, asObject, asText, type Definition } from "../report/values.ts";
import type { Flow, Step } from "./project.ts";

/** The branch of a wait by how it ends. */
export const branchOf = {
  came: "onCame",
  refused: "onRefused",
  timeout: "onTimeout",
  cancelled: "onCancelled",
} as const;

export const branchNames: readonly string[] = Object.values(branchOf);

/** The programs within a line: for a call that fails, and for what is waited for. */
export const innerPrograms = (line: Definition): unknown[] =>
  ["onFailure", ...branchNames].flatMap((name) => (name in line ? [line[name]] : []));

/** One place at which a flow waits. */
export interface Await {
  as: string;
  step: Step;
  line: Definition;
  at: JsonPath;
}

/** All places at which a flow waits. */
export function awaitsOf(flow: Flow): Await[] {
  const visit = (step: Step, lines: unknown, at: JsonPath): Await[] =>
    asList(lines).flatMap((one, index): Await[] => {
      const line = asObject(one);
      const here = [...at, index];
      const as = asText(line["as"]);
      const inner = ["onFailure", ...branchNames].flatMap((name) => visit(step, line[name], [...here, name]));
      return "await" in line && as !== undefined ? [{ as, step, line, at: here }, ...inner] : inner;
    });
  return flow.steps.flatMap((step) => visit(step, step.value["onContinue"], [...step.at, "onContinue"]));
}
