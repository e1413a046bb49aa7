import { createHash } from "node:crypto";
import type { Instruction } from "../../schemas/engine/all.ts";
import type { CallResult } from "../services/services.ts";
import { keepAnswer, logCall, type CallPlace } from "../store/calls.ts";
import { paperText } from "../documents/content.ts";
import type { SubmissionName } from "../store/submissions.ts";
import type { ProgramRun } from "./program.ts";
import { mapInput, programScope } from "./scope.ts";
import { madeOf } from "./submission.ts";

/**
 * Makes a call that was not answered before. It is written down first, and carries the same key whenever it is
 * repeated, so that a service that knows keys does its work once; with others a lost answer means at least once.
 */
export async function callOnce(
  work: ProgramRun,
  line: Extract<Instruction, { call: string }>,
  at: string,
): Promise<{ result: CallResult; from: CallPlace }> {
  const { store, services, clock, revision, run, values, captcha } = work;
  const { number } = (values.results["submission"] ?? {}) as Partial<SubmissionName>;
  const made = madeOf(revision, values, number ?? "");
  const scope = programScope(values, (id) => paperText(made.document(id)));
  const input = mapInput(line.with ?? {}, scope);
  const inputHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  const from = { run, place: `${work.step}/${at}`, inputHash };
  await work.stillBusy();
  const logged = await logCall(store.db, from, line.call, clock().toISOString());
  if (logged.result !== undefined) return { result: JSON.parse(logged.result) as CallResult, from };
  const { key } = logged;
  const within = work.timeLeft();
  const proof = captcha === undefined ? {} : { captcha };
  const result = await services.call({ revision, call: line.call, input, key, within, run, ...proof });
  // A failure is not kept: the retry is to ask again.
  if (result.ok) await keepAnswer(store.db, from, JSON.stringify(result), clock().toISOString());
  return { result, from };
}
