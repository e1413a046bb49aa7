/** One effect for one key, whatever whoever calls believes of the key. */
import { expect, test } from "vitest";
import { recordOnce } from "../../server/services/embedded/record-once.ts";
import type { KeyState } from "../../server/services/embedded/service.ts";
import { withCommit } from "../../server/store/compiled.ts";
import { addDeliveries } from "../../server/store/deliveries.ts";
import type { Store } from "../../server/store/store.ts";
import { temporaryStore } from "./parts.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const brand = { code: "SI", name: "Sol", colour: "#000000", mails: () => ({}) as never, facts: {} };

async function ask(store: Store, name: string, keyState?: KeyState): Promise<unknown> {
  const request = { brand, params: {}, query: {}, headers: {}, body: { name }, key: "key-1" };
  const { body } = await recordOnce(
    store,
    "a",
    { ...request, ...(keyState ? { keyState } : {}) },
    now,
    async (db) => {
      const mail = { submission: null, brand: "SI", kind: "mail" as const, dedupe: name, payload: {} };
      withCommit(db, addDeliveries(db, [mail], now));
      return { status: 201, body: { told: name } };
    },
  );
  return body;
}
const mails = async ({ db }: Store) =>
  (await db.selectFrom("deliveries").select("dedupe").execute()).map(({ dedupe }) => dedupe);
const asNew = (): KeyState => ({ isNew: true, isKept: false });

test("a key that is new is not looked for, and one that only seems to be gets the answer that was kept", async () => {
  const { store } = await temporaryStore();
  const first = asNew();
  expect(await ask(store, "Ana", first)).toEqual({ told: "Ana" });
  expect(first).toEqual({ isNew: false, isKept: true });
  for (const state of [undefined, asNew(), first])
    expect(await ask(store, "Ana", state)).toEqual({ told: "Ana" });
  expect(await ask(store, "Eva", asNew())).toMatchObject({ error: 409 });
  expect(await mails(store)).toEqual(["Ana"]);
});

test("of many who believe that a key is new at once, one has the effect, and all have its answer", async () => {
  const { store } = await temporaryStore();
  const names = Array.from({ length: 8 }, () => "Ana");
  const told = await Promise.all(names.map((name) => ask(store, name, asNew())));
  expect(told).toEqual(names.map(() => ({ told: "Ana" })));
  expect(await mails(store)).toEqual(["Ana"]);
});
