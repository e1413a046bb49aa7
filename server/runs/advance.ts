/** What is told of a step that somebody came to: calls that go out after the commit, and that nobody waits for. */
import { createHash } from "node:crypto";
import { RuleError, type AdvanceCall, type Revision } from "../../schemas/engine/serve.ts";
import { applies, mapInput, programScope, type ProgramValues } from "../evaluation/program-scope.ts";
import { advanceDedupe, type NewDelivery } from "../store/deliveries.ts";
import type { Run } from "../store/runs.ts";
import type { RunDeps } from "./runs.ts";

/**
 * One for all that is done of a run on a day, and no way back to the run. What waits for something goes on with the day on
 * which it began to, so that a payment over midnight is of one visit.
 */
export function visitOf(run: string, day: string): string {
  const hash = createHash("sha256").update(`visit ${run} ${day}`).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join("-");
}

/** What is sent, with what a program reads and the step that is reached. @throws {RuleError} */
export function advanceInput(
  { call, with: given, when }: AdvanceCall,
  values: ProgramValues,
  advance: { step: string; visit: string },
): { call: string; input: Record<string, unknown> } | undefined {
  const scope = programScope(values, { advance });
  return applies(when, scope) ? { call, input: mapInput(given, scope) } : undefined;
}

/** The deliveries of an advance. A rule that fails is written down, and keeps nobody from going on. */
export function advanceDeliveries(
  { log }: Pick<RunDeps, "log">,
  revision: Revision,
  run: Pick<Run, "id" | "brand" | "flow" | "version">,
  values: ProgramValues,
  step: string,
): NewDelivery[] {
  const calls = revision.private.programs[run.flow]?.onAdvance ?? [];
  const advance = { step, visit: visitOf(run.id, values.today) };
  return calls.flatMap((one, index): NewDelivery[] => {
    try {
      const told = advanceInput(one, values, advance);
      if (!told) return [];
      const dedupe = `${advanceDedupe(run.id)}${run.version}/${index}`;
      const payload = { brand: revision.brand, ...told, revision: revision.hash };
      return [{ submission: null, run: run.id, brand: run.brand, kind: "call", dedupe, payload }];
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      log.error({ err: error, run: run.id, call: one.call }, "an advance is not told");
      return [];
    }
  });
}
