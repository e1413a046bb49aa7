import { createHash } from "node:crypto";
import { RuleError } from "../../schemas/engine/serve.ts";
import { dayIn, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { preparedCall } from "../services/prepared-call.ts";
import { notMade, toResult } from "../services/result.ts";
import type { KeyState } from "../services/embedded/service.ts";
import { CallInputError, type CallResult, type Services } from "../services/services.ts";
import { forgetCalls, keepAnswer, logCall, type LoggedAnswer, type LoggedCallSite } from "../store/calls.ts";
import { documentText } from "../documents/content.ts";
import type { Store } from "../store/store.ts";
import type { SubmissionName } from "../store/submissions.ts";
import type { CallLine, ProgramRun } from "./program.ts";
import { mapInput, programScope } from "../evaluation/program-scope.ts";
import { createArtifacts } from "./submission.ts";

/** Whose calls they are. */
export interface Caller extends Pick<ProgramRun, "revision" | "step" | "values" | "waits" | "stillBusy"> {
  store: Store;
  services: Services;
  clock: Clock;
  log: Log;
  run: string;
  /** Key of the attempt. */
  attempt: string;
  /** See `Worker`. */
  answered: LoggedAnswer[];
  /** Milliseconds until the whole attempt has to be over. */
  timeLeft(): number;
  /** What the request brought as proof that a person asks. */
  captcha?: string;
  /** From where the request came. */
  visitorAddress?: string;
  /** Who is signed in, for calls that carry it. */
  person: () => Promise<string | undefined>;
}

/** What a line gives its call. @throws {RuleError} */
export function callInput(
  { revision, values, waits }: Pick<ProgramRun, "revision" | "values" | "waits">,
  line: CallLine,
): Record<string, unknown> {
  const { number } = (values.results["submission"] ?? {}) as Partial<SubmissionName>;
  const made = createArtifacts(revision, values, number ?? "");
  const scope = programScope(values, { document: (id) => documentText(made.document(id)), waits });
  return mapInput(line.with ?? {}, scope);
}

/**
 * Makes a call that was not answered before. It is written down first, and carries the same key whenever it is
 * repeated, so that a service that knows keys does its work once; with others a lost answer means at least once. What cannot be sent is a call that failed.
 */
export async function callOnce(
  work: Caller,
  line: CallLine,
  at: string,
): Promise<{ result: CallResult; from?: LoggedCallSite }> {
  try {
    return await callWith(work, line, at);
  } catch (error) {
    if (!(error instanceof CallInputError || error instanceof RuleError)) throw error;
    // The definitions are wrong, or an answer is of another time. The person goes the way of any call that failed.
    const { log, run, step, revision } = work;
    const told = { err: error, call: line.call, run, step, brand: revision.brand };
    log.error(told, "a call could not be made of what there is: it counts as failed");
    return { result: notMade("invalid-input") };
  }
}

async function callWith(
  work: Caller,
  line: CallLine,
  at: string,
): Promise<{ result: CallResult; from: LoggedCallSite }> {
  const { store, services, clock, revision, run, captcha, visitorAddress } = work;
  const input = callInput(work, line);
  const compiled = revision.private.calls[line.call];
  const given = JSON.stringify(input);
  // A password is good for one attempt; and one of a few digits would be found by trying all of them, without the data key.
  const inputHash = compiled?.signsIn
    ? store.seals.hashes(`${work.attempt} ${given}`)[0]
    : createHash("sha256").update(given).digest("hex");
  const from = { run, place: `${work.step}/${at}`, inputHash };
  await work.stillBusy();
  const logged = await logCall(store.db, from, line.call, clock().toISOString());
  const known = logged.result === undefined ? undefined : remembered(work, line, logged.result);
  if (known) return { result: known, from };
  const { key } = logged;
  const within = work.timeLeft();
  const person = compiled?.person ? await work.person() : undefined;
  const asker = {
    ...(person === undefined ? {} : { person }),
    ...(captcha === undefined ? {} : { captcha }),
    ...(visitorAddress === undefined ? {} : { visitorAddress }),
  };
  const keyState: KeyState = { isNew: logged.isNewKey, isKept: false };
  const result = await services.call({
    revision,
    call: line.call,
    input,
    key,
    keyState,
    within,
    run,
    ...asker,
  });
  // A failure is not kept: the retry is to ask again.
  if (result.ok) {
    const answer = { from, result: JSON.stringify(result), at: clock().toISOString() };
    if (keyState.isKept) work.answered.push(answer);
    else await keepAnswer(store.db, answer);
  }
  // A service that knows keys would say no to this one for ever.
  else if (result.failure === "refused") await forgetCalls(store.db, [from]);
  return { result, from };
}

/** A kept answer that would count if it came now: one of before a change, or of another engine, is asked for again. */
function remembered({ revision, clock }: Caller, { call }: CallLine, kept: string): CallResult | undefined {
  const result = JSON.parse(kept) as CallResult;
  const compiled = revision.private.calls[call];
  // What was put together of several answers is none that its schema describes.
  if (!compiled || (compiled.forEach && compiled.options)) return result;
  const { status, data } = result;
  const today = dayIn(revision.public.brand.timeZone, clock());
  const read = toResult({ status, data }, compiled, preparedCall(compiled).readAnswer, today);
  return read.ok ? read : undefined;
}
