import { expect, it } from "vitest";
import { createLimitBatches } from "../../server/http/limit-batches.ts";
import type { Queries } from "../../server/store/store.ts";
import { temporaryStore } from "./parts.ts";

const window = "2026-11-21T12:00:00.000Z";

/** The same, which tells before each statement. */
const telling = (db: Queries, told: () => void): Queries =>
  new Proxy(db, {
    get: (target, key) => {
      if (key === "executeQuery") told();
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

it("those who come in the same moment are counted in few statements, each as if it were alone", async () => {
  const { store } = await temporaryStore();
  let statements = 0;
  const take = createLimitBatches(telling(store.db, () => void (statements += 1)));
  const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
  expect(await Promise.all(keys.map((key, index) => take({ key, window, by: index + 1 })))).toEqual(
    keys.map((_, index) => index + 1),
  );
  expect(statements).toBe(2);
  // The same key twice in a moment, as where one window ends and the next begins.
  const later = "2026-11-21T12:10:00.000Z";
  const twice = [take({ key: "key-0", window, by: 2 }), take({ key: "key-0", window: later, by: 5 })];
  expect(await Promise.all(twice)).toEqual([3, 5]);
});

it("those who cannot be counted are told, each of them, and the next ones are counted again", async () => {
  const { store } = await temporaryStore();
  let isAway = true;
  const take = createLimitBatches(
    telling(store.db, () => {
      if (isAway) throw new Error("no store");
    }),
  );
  const both = await Promise.allSettled(["a", "b"].map((key) => take({ key, window, by: 1 })));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await take({ key: "a", window, by: 1 })).toBe(1);
});
