/** Turns of a limit among several servers: the whole holds, and nobody is refused while there are any. */
import { describe, expect, test } from "vitest";
import {
  createLimitWindows,
  unusedMs,
  WindowExhausted,
  type LimitWindows,
} from "../../server/http/limit-windows.ts";
import { temporaryStore } from "./parts.ts";
import fc from "../support/properties.ts";

const length = 600_000;

/** Servers on one store with one clock. */
async function servers() {
  const { store } = await temporaryStore();
  let time = Date.parse("2026-11-21T12:00:00.000Z");
  const start = (): LimitWindows =>
    createLimitWindows({
      db: store.db,
      keyOf: (subject) => subject,
      now: () => time,
      uncounted: (error) => error as Error,
    });
  return { start, pass: (milliseconds: number) => void (time += milliseconds), now: () => time };
}

async function ask(turns: LimitWindows, times: number, subject = "ana"): Promise<boolean> {
  try {
    await turns.take(subject, times, length);
    return true;
  } catch (error) {
    if (error instanceof WindowExhausted) return false;
    throw error;
  }
}

/** How many of so many requests, one after another, are let through. */
async function letThrough(turns: LimitWindows, times: number, many: number): Promise<number> {
  let through = 0;
  for (let index = 0; index < many; index++) if (await ask(turns, times)) through += 1;
  return through;
}

interface Scenario {
  times: number;
  /** How many requests each server is asked, in order. */
  servers: number[];
  /** How each of them ends before the next one starts; `none` leaves them all running. */
  ending: "stop" | "kill" | "none";
  /** How many of them are let through. */
  through: number;
}

const scenarios: Record<string, Scenario> = {
  "21 starts, a request each, stopped": {
    times: 600,
    servers: Array.from({ length: 21 }, () => 1),
    ending: "stop",
    through: 21,
  },
  "100 starts, a request each, killed": {
    times: 600,
    servers: Array.from({ length: 100 }, () => 1),
    ending: "kill",
    through: 100,
  },
  "21 starts of a busy server, stopped: to the last one": {
    times: 210,
    servers: Array.from({ length: 21 }, () => 12),
    ending: "stop",
    through: 210,
  },
  "20 servers side by side, a request each": {
    times: 20,
    servers: Array.from({ length: 20 }, () => 1),
    ending: "none",
    through: 20,
  },
  "20 servers side by side, 16 requests each": {
    times: 320,
    servers: Array.from({ length: 20 }, () => 16),
    ending: "none",
    through: 320,
  },
  "a server that was busy and killed loses what it had taken ahead, an eighth of what it had used at most": {
    times: 200,
    // With 37 used it took four, and used one of them.
    servers: [38, 200],
    ending: "kill",
    through: 197,
  },
  "more than there are": { times: 30, servers: [40, 10], ending: "stop", through: 30 },
};

test.each(Object.entries(scenarios))("%s", async (_name, { times, servers: asked, ending, through }) => {
  const { start } = await servers();
  let all = 0;
  for (const many of asked) {
    const turns = start();
    all += await letThrough(turns, times, many);
    if (ending === "stop") await turns.giveBack("all");
  }
  expect(all).toBe(through);
});

test("what one server has not used a second later, another one gets", async () => {
  const { start, pass } = await servers();
  const [one, two] = [start(), start()];
  // It has taken ahead, and stops asking.
  expect(await letThrough(one, 100, 34)).toBe(34);
  const rest = await letThrough(two, 100, 100);
  expect(rest).toBeLessThan(66);
  expect(34 + rest).toBeGreaterThanOrEqual(100 - Math.floor(100 / 9));
  pass(unusedMs);
  await one.giveBack("unused");
  await two.giveBack("unused");
  expect(await letThrough(two, 100, 100)).toBe(66 - rest);
  expect(await ask(one, 100)).toBe(false);
});

test("what is given back in the next window is not counted in it", async () => {
  const { start, pass } = await servers();
  const [one, two] = [start(), start()];
  await letThrough(one, 100, 34);
  pass(length);
  expect(await letThrough(two, 100, 5)).toBe(5);
  await one.giveBack("all");
  await two.giveBack("all");
  expect(await letThrough(two, 100, 200)).toBe(95);
});

describe("whatever servers do", () => {
  type Step =
    | { do: "ask"; server: number; many: number }
    | { do: "pass"; milliseconds: number }
    | { do: "stop" | "kill"; server: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("ask" as const),
        server: fc.nat(5),
        many: fc.integer({ min: 1, max: 40 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("pass" as const), milliseconds: fc.nat(1500) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom("stop" as const, "kill" as const), server: fc.nat(5) }),
    },
  );

  test("never more are let through than the limit says, none is refused while there are turns but those that were just taken ahead", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 300 }),
        fc.array(step, { maxLength: 25 }),
        async (times, steps) => {
          const { start, pass } = await servers();
          const running = Array.from({ length: 6 }, () => ({ turns: start(), used: 0 }));
          let through = 0;
          /** At most what servers that were killed had taken ahead. */
          let lost = 0;
          const askAt = async (server: number): Promise<void> => {
            const one = running[server]!;
            if (await ask(one.turns, times)) {
              one.used += 1;
              through += 1;
              expect(through).toBeLessThanOrEqual(times);
            } else {
              const ahead = running.reduce((sum, { used }) => sum + Math.floor(used / 8), 0);
              expect(through + ahead + lost).toBeGreaterThanOrEqual(times);
            }
          };
          for (const one of steps) {
            if (one.do === "pass") {
              pass(one.milliseconds);
              for (const { turns } of running) await turns.giveBack("unused");
            } else if (one.do === "ask") {
              for (let index = 0; index < one.many; index++) await askAt(one.server);
            } else {
              const { turns, used } = running[one.server]!;
              if (one.do === "stop") await turns.giveBack("all");
              else lost += Math.floor(used / 8);
              running[one.server] = { turns: start(), used: 0 };
            }
          }
          // A second of quiet: to the last one.
          pass(unusedMs);
          for (const { turns } of running) await turns.giveBack("unused");
          pass(unusedMs);
          while (await ask(running[0]!.turns, times)) through += 1;
          expect(through).toBeLessThanOrEqual(times);
          expect(through).toBeGreaterThanOrEqual(times - lost);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("while the store cannot count", () => {
  async function withStoreThatFails() {
    const { store } = await temporaryStore();
    let fails = false;
    const db = new Proxy(store.db, {
      get: (target, key) => {
        if (fails) throw new Error("no room");
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    const start = (): LimitWindows =>
      createLimitWindows({
        db,
        keyOf: (subject) => subject,
        now: () => Date.parse("2026-11-21T12:00:00.000Z"),
        uncounted: () => new Error("uncounted"),
      });
    return { start, fail: (is: boolean) => void (fails = is) };
  }

  test("nobody new is let through, and whoever was counted before only as far as could have been taken ahead", async () => {
    const { start, fail } = await withStoreThatFails();
    const windows = start();
    expect(await letThrough(windows, 100, 16)).toBe(16);
    fail(true);
    await expect(ask(windows, 100, "somebody new")).rejects.toThrow("uncounted");
    let through = 0;
    const goOn = async (): Promise<void> => {
      for (;;) if (await ask(windows, 100)) through += 1;
    };
    await expect(goOn()).rejects.toThrow("uncounted");
    // A twentieth of the limit, and what was left of the last block.
    expect(through).toBeGreaterThanOrEqual(4);
    expect(through).toBeLessThanOrEqual(10);
  });

  test("what was given then is told to the store afterwards: all together get no more than the limit", async () => {
    const { start, fail } = await withStoreThatFails();
    const [one, two] = [start(), start()];
    let through = await letThrough(one, 100, 16);
    fail(true);
    through += await letThrough(one, 100, 3);
    fail(false);
    // Told with the next block that it takes.
    through += await letThrough(one, 100, 8);
    await one.giveBack("all");
    through += await letThrough(two, 100, 200);
    expect(through).toBe(100);
  });
});
