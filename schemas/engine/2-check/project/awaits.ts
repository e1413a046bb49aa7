/** Where programs wait. */
import type { JsonPath } from "../../1-read/locate.ts";
import { waitBranchNames, type WaitBranchName } from "../../1-read/wait-branches.ts";

import type { Flow, Step, ProgramLine } from "./project.ts";

/** The keys of a line that hold programs: for a call that fails, and for what is waited for. */
export const programKeys: readonly ("onFailure" | WaitBranchName)[] = ["onFailure", ...waitBranchNames];

/** The programs within a line. */
export const innerPrograms = (line: ProgramLine): ProgramLine[][] =>
  programKeys.flatMap((name) => (line[name] ? [line[name]] : []));

/** One place at which a flow waits. */
export interface Await {
  as: string;
  step: Step;
  line: ProgramLine;
  at: JsonPath;
}

/** Whether a wait has a text, beside its program or in the flow's wording. */
export const hasText = ({ wording }: Flow, line: ProgramLine, slot: string): boolean =>
  slot in line || `waits.${String(line.as)}.${slot}` in (wording?.value ?? {});

/**
 * What a step's waits tell services, as a line of its program may send it to a call, `waits.<name>.address` and `.code`: of all that
 * comes after it. Within a branch that is what stands in the branch.
 */
export function toldByWaits(flow: Flow, step: Step, at: JsonPath): string[] {
  const isBelow = (path: JsonPath, above: JsonPath): boolean =>
    above.every((part, index) => path[index] === part);
  const own = awaitsOf(flow).filter((one) => one.step === step);
  const branches = own.flatMap((one): JsonPath[] => {
    const branch = at[one.at.length];
    const isIn = isBelow(at, one.at) && waitBranchNames.some((name) => name === branch);
    return isIn ? [[...one.at, branch!]] : [];
  });
  const within = branches.toSorted((a, b) => b.length - a.length)[0] ?? step.at;
  return own
    .filter((one) => isBelow(one.at, within))
    .flatMap(({ as, line }) =>
      hasText(flow, line, "code") ? [`waits.${as}.address`, `waits.${as}.code`] : [`waits.${as}.address`],
    );
}

/** All places at which a flow waits. */
export function awaitsOf(flow: Flow): Await[] {
  const visit = (step: Step, lines: ProgramLine[] = [], at: JsonPath = []): Await[] =>
    lines.flatMap((line, index): Await[] => {
      const here = [...at, index];
      const as = line.as;
      const inner = programKeys.flatMap((name) => visit(step, line[name], [...here, name]));
      return "await" in line && as !== undefined ? [{ as, step, line, at: here }, ...inner] : inner;
    });
  return flow.steps.flatMap((step) => visit(step, step.value.onContinue, [...step.at, "onContinue"]));
}
