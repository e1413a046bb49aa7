/** Work that is done again and again: when it is done, and that nobody waits for its pauses. */
import { expect, onTestFinished, test, vi } from "vitest";
import { repeatWork } from "../../server/leases/repeat-work.ts";

const hour = 3_600_000;

/** With time in the test's hand. */
function repeated(nextMs: number, leastMs: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let rounds = 0;
  const work = repeatWork(async () => {
    rounds += 1;
    return nextMs;
  }, leastMs);
  onTestFinished(() => work.stop());
  return { work, rounds: () => rounds, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test("is done again when its time has come, and at once where somebody wakes it", async () => {
  const { work, rounds, pass } = repeated(500, 0);
  await pass(0);
  expect(rounds()).toBe(1);
  await pass(499);
  expect(rounds()).toBe(1);
  await pass(1);
  expect(rounds()).toBe(2);
  work.wake();
  await pass(0);
  expect(rounds()).toBe(3);
});

test("whoever wakes it, there is a pause between two rounds, and one round after it for all who did", async () => {
  const { work, rounds, pass } = repeated(hour, 250);
  await pass(0);
  work.wake();
  await pass(100);
  work.wake();
  await pass(149);
  expect(rounds()).toBe(1);
  await pass(1);
  expect(rounds()).toBe(2);
  await pass(hour - 1);
  expect(rounds()).toBe(2);
});

test("who stops it waits neither for its pause nor for its next time, and no round begins", async () => {
  const inPause = repeated(hour, hour);
  await inPause.pass(0);
  await inPause.work.stop();
  expect(inPause.rounds()).toBe(1);
  const between = repeated(hour, 250);
  await between.pass(250);
  await between.work.stop();
  expect(between.rounds()).toBe(1);
});
