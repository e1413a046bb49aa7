/** One piece of leased work that somebody waits for, whoever is at it. */
import { expect, test } from "vitest";
import { seeThrough } from "../../server/leases/see-through.ts";

type Look = "due" | "here" | "elsewhere" | "idle";

/** What each look finds, the last one from then on; and what was done. */
async function saw(...looks: Look[]): Promise<string[]> {
  const left = [...looks];
  const done: string[] = [];
  let now: Look = "idle";
  await seeThrough({
    lease: async () => {
      now = left.length > 1 ? left.shift()! : left[0]!;
      return now === "due" ? "piece" : undefined;
    },
    carryOut: async (piece) => void done.push(piece),
    underWay: () => {
      if (now !== "here") return undefined;
      done.push("waited for");
      return Promise.reject(new Error("told by whoever began it"));
    },
    isLeased: async () => now === "elsewhere",
  });
  return done;
}

test.each<[string, Look[], string[]]>([
  ["is done where it is due", ["due"], ["piece"]],
  ["is nothing to wait for where nothing is to be done", ["idle", "idle", "due"], []],
  ["is done where another let it go between two questions", ["elsewhere", "idle", "due"], ["piece"]],
  ["is waited for where it is done here", ["here", "idle"], ["waited for"]],
  ["is done once more where it was begun too early", ["here", "due"], ["waited for", "piece"]],
  [
    "is waited for that another process or this one's worker has just taken",
    ["elsewhere", "here", "idle"],
    ["waited for"],
  ],
  ["is done where another process did not end it", ["elsewhere", "elsewhere", "due"], ["piece"]],
])("%s", async (_, looks, done) => {
  expect(await saw(...looks)).toEqual(done);
});

test("another process is not waited for without end", async () => {
  const began = performance.now();
  expect(await saw("elsewhere")).toEqual([]);
  expect(performance.now() - began).toBeGreaterThan(1_900);
});
