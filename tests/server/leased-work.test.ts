/** What takes leased work: how much, and what it does when it is stopped. */
import { expect, test, vi } from "vitest";
import { startLeasedWork } from "../../server/leases/worker.ts";
import { keptLog } from "./parts.ts";

test("who stops it while it looks for more waits for what was begun, and nothing new is leased", async () => {
  let look = Promise.withResolvers<number>();
  let looks = 0;
  const ends = Promise.withResolvers<void>();
  const lease = vi.fn<() => Promise<string[]>>(async () => ["piece"]);
  const work = startLeasedWork({
    atOnce: 4,
    lease,
    untilNext: () => {
      looks += 1;
      return look.promise;
    },
    carryOut: () => ends.promise,
    lost: () => {},
    what: "pieces",
    log: keptLog(),
  });
  look.resolve(0);
  look = Promise.withResolvers();
  await expect.poll(() => looks).toBe(2);
  let isStopped = false;
  const stopped = work.stop().then(() => (isStopped = true));
  look.resolve(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect([lease.mock.calls, isStopped]).toEqual([[[4]], false]);
  ends.resolve();
  await stopped;
  expect(lease).toHaveBeenCalledTimes(1);
});
