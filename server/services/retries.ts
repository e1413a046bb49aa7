/** Making a call again where its definition says that the service's answer may be another one the next time. */
import { setTimeout as wait } from "node:timers/promises";
import type { CompiledCall } from "../../schemas/engine/serve.ts";

/** Milliseconds before the first retry; each further one waits twice as long. */
const firstWaitMs = 50;

/** Milliseconds for all tries together, where the caller sets no limit. */
const maxDurationMs = 10_000;

type Retries = NonNullable<CompiledCall["retries"]>;

const isNamed = (on: Retries["on"], { status, failure }: { status: number; failure?: string }): boolean =>
  on.some((one) => one === status || one === `${String(status)[0]}XX` || one === failure);

/**
 * Asks, and asks again while the answer has one of the named statuses, is `garbled` or `refused` where these are named, or
 * is good and not yet the one that the call waits for (`isAwaited`): nothing else is repeated, neither a time-out nor an
 * answer that says that there is nothing. All tries and waits fit in `within`; what the last one gave counts.
 */
export async function withRetries<T extends { ok?: boolean; status: number; failure?: string }>(
  { times, on, until }: Retries = { times: 0, on: [] },
  within: number,
  ask: (within: number) => Promise<T>,
  isAwaited: (answer: T) => boolean = () => true,
): Promise<T> {
  const ends = performance.now() + (times === 0 ? within : Math.min(within, maxDurationMs));
  const left = (): number => ends - performance.now();
  let answer = await ask(left());
  const spent = { status: 0, answer: 0 };
  for (let again = 0; answer.failure !== "empty"; again += 1) {
    if (isNamed(on, answer)) {
      if (spent.status === times) break;
      spent.status += 1;
    } else if (until && answer.ok && !isAwaited(answer)) {
      if (spent.answer === until.times) break;
      spent.answer += 1;
    } else break;
    // Not all at the same moment, where many were turned away together.
    const pause = firstWaitMs * 2 ** again * (0.5 + Math.random() / 2);
    if (left() <= pause) break;
    await wait(pause);
    answer = await ask(left());
  }
  return answer;
}
