/** What a call gives, whichever way it went. */
import type { CallFailure, CompiledCall } from "../../schemas/engine/serve.ts";
import type { PreparedCall } from "./prepared-call.ts";
import type { Sent } from "./sent.ts";

/**
 * `status` is 0 where no answer came. `data` is null where there is none or it cannot be trusted. The failure `empty` is
 * an answer: there is nothing of what was asked for. A call without the token that it needs is not made: `unauthorized`.
 * An upstream that failed again and again is not asked for a while: `unreachable`. `refused` is an answer that the
 * call's `success` does not take for one: its data says why. `invalid-input` is a call that could not be made of what
 * there was.
 */
export interface CallResult {
  ok: boolean;
  status: number;
  failure?: CallFailure;
  data: unknown;
}

/** Reads what came back as the definition says. */
export function toResult(
  sent: Sent,
  { method, empty = [] }: CompiledCall,
  readAnswer: PreparedCall["readAnswer"],
  today: string,
): CallResult {
  if ("failure" in sent) return { ok: false, status: sent.status, failure: sent.failure, data: null };
  const { status, data } = sent;
  if (empty.includes(status)) return { ok: false, status, failure: "empty", data: null };
  if (status < 200 || status > 299) return { ok: false, status, failure: "status", data };
  // As base 1 of the specification has it. Whether that is a success, a definition says.
  const said = method === "DELETE" && data === null ? false : data;
  const { failure, data: read } = readAnswer(status, said, today);
  return failure ? { ok: false, status, failure, data: read } : { ok: true, status, data: read };
}

/** Whether the service itself is in trouble, whatever was asked of it. */
export const isDown = ({ status, failure }: CallResult): boolean =>
  failure === "timeout" || failure === "unreachable" || status >= 500;

/** Whether the service may have done what it was asked: it said neither that it has nor that it has not. */
export const isUnresolved = (result: CallResult): boolean => isDown(result) || result.failure === "garbled";

/** Of a call that nobody was asked. */
export const notMade = (failure: "unreachable" | "unauthorized" | "invalid-input"): CallResult => ({
  ok: false,
  status: 0,
  failure,
  data: null,
});

/** What an answer that others wait for too gives, if it comes in so many milliseconds; else a time-out. */
export async function inTime(answer: Promise<CallResult>, within: number): Promise<CallResult> {
  if (within === Infinity) return await answer;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<CallResult>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, status: 0, failure: "timeout", data: null }), within);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
