/** Making a call again where its definition says that the service's answer may be another one the next time. */
import { setTimeout as wait } from "node:timers/promises";
import type { CompiledCall } from "../../schemas/engine/all.ts";

/** Milliseconds before the first retry; each further one waits twice as long. */
const firstWait = 50;

/** Milliseconds for all tries together, where the caller sets no limit. */
const maxDurationMs = 10_000;

type Retries = NonNullable<CompiledCall["retries"]>;

const isNamed = (on: Retries["on"], status: number): boolean =>
  on.some((one) => one === status || one === `${String(status)[0]}XX`);

/**
 * Asks, and asks again while the answer has one of the named statuses: nothing else is repeated, neither a time-out nor
 * an answer that cannot be read, nor one that says that there is nothing. All tries and waits fit in `within`; what the last one gave counts.
 */
export async function withRetries<T extends { status: number; failure?: string }>(
  { times, on }: Retries = { times: 0, on: [] },
  within: number,
  ask: (within: number) => Promise<T>,
): Promise<T> {
  const ends = performance.now() + (times === 0 ? within : Math.min(within, maxDurationMs));
  const left = (): number => ends - performance.now();
  let answer = await ask(left());
  for (let again = 0; again < times && isNamed(on, answer.status); again += 1) {
    if (answer.failure === "empty") break;
    // Not all at the same moment, where many were turned away together.
    const pause = firstWait * 2 ** again * (0.5 + Math.random() / 2);
    if (left() <= pause) break;
    await wait(pause);
    answer = await ask(left());
  }
  return answer;
}
