/** What a program makes of answers that are not as declared, and of what cannot be sent: nobody sees a 500. */
import { expect, test } from "vitest";
import type { Route } from "../support/stand-in.ts";
import { openWritten, type Product, type Written } from "./program-parts.ts";

const price = "GET /quotes/price";
const send = "POST /quotes/lead";

/** Asks for a price and sends a lead with it: the price is a number, its year a whole one. */
const written = (routes: Record<string, Route>): Written => ({
  kinds: ["text"],
  routes: { [send]: { body: { Id: "1" } }, ...routes },
  service: {
    service: "quotes",
    calls: {
      price: {
        method: "GET",
        path: "quotes/price",
        answer: {
          type: "object",
          required: ["price", "year"],
          properties: { price: { type: "number" }, year: { type: "integer" } },
        },
        timeout: 9000,
      },
      lead: {
        method: "POST",
        path: "quotes/lead",
        input: {
          price: { type: "number" },
          year: { type: "integer" },
          name: { type: "string", pattern: "^[A-Z]" },
        },
        body: { var: "input" },
        success: { "!!": { var: "answer.Id" } },
        timeout: 9000,
      },
    },
  } as Written["service"],
  flows: {
    lead: {
      flow: "lead",
      title: "Precio",
      steps: {
        one: {
          title: "Uno",
          sections: {
            main: { fields: { name: { kind: "text", label: "Nombre", schema: { maxLength: 60 } } } },
          },
          onContinue: [
            { call: "quotes.price", as: "quote", onFailure: [{ refuse: "Sin precio." }] },
            { set: { offer: { var: "quote.data" } } },
            { submit: { deliver: [] } },
            {
              call: "quotes.lead",
              with: { price: { var: "offer.price" }, year: { var: "offer.year" }, name: { var: "one.name" } },
              onFailure: [{ refuse: "No se pudo." }],
            },
            { go: "end" },
          ],
        },
        end: { title: "Listo", ends: true },
      },
    },
  },
});

const open = (routes: Record<string, Route>): Promise<Product> => openWritten(written(routes));
const asked = ({ upstream }: Product) =>
  upstream.requests.map(({ path, body }) => (path === "/quotes/lead" ? body : path));
const words = (words: string) => ({ status: 422, answer: { outcome: { refuse: [{ words }] } } });

test("a number that comes as text is one, and goes on as one", async () => {
  const product = await open({ [price]: { body: { price: "5100000", year: "2020" } } });
  const run = await product.begin("lead");
  expect((await product.proceed(run, { "one.name": "Ana" })).answer.outcome).toEqual({ go: "end" });
  expect(asked(product)).toEqual(["/quotes/price", { price: 5_100_000, year: 2020, name: "Ana" }]);
});

test.each([
  ["a fraction where there are none", { price: 1, year: 12.5 }],
  ["a price in words", { price: "5.100.000", year: 2020 }],
  ["no price", { year: 2020 }],
])("%s is a failed call, and is asked for again", async (_name, body) => {
  const product = await open({ [price]: { body } });
  const run = await product.begin("lead");
  const first = await product.proceed(run, { "one.name": "Ana" });
  expect(first).toMatchObject(words("Sin precio."));
  product.upstream.set(price, { body: { price: 7, year: 2021 } });
  expect((await product.proceed(first.answer.state, { "one.name": "Ana" })).answer.outcome).toEqual({
    go: "end",
  });
});

test("what a call does not take is its failure: another try asks anew for what it was made of", async () => {
  const product = await open({ [price]: { body: { price: 7, year: 2021 } } });
  const run = await product.begin("lead");
  const first = await product.proceed(run, { "one.name": "ana" });
  expect(first).toMatchObject(words("No se pudo."));
  expect(asked(product)).toEqual(["/quotes/price"]);
  expect((await product.rows("submissions")).map(({ state }) => state)).toEqual(["failed"]);
  expect((await product.proceed(first.answer.state, { "one.name": "Ana" })).answer.outcome).toEqual({
    go: "end",
  });
  expect(asked(product)).toEqual(["/quotes/price", "/quotes/price", { price: 7, year: 2021, name: "Ana" }]);
});

test("an answer that was kept and would not count now is asked for again", async () => {
  const product = await open({ [price]: { body: { price: 7, year: 2021 } }, [send]: { status: 503 } });
  const run = await product.begin("lead");
  const first = await product.proceed(run, { "one.name": "Ana" });
  expect(first).toMatchObject(words("No se pudo."));
  // As a server of before had kept it.
  const { db } = product.app.store;
  const kept = JSON.stringify({ ok: true, status: 200, data: { price: "much", year: 2021 } });
  await db.updateTable("calls").set({ result: kept }).where("call", "=", "quotes.price").execute();
  product.upstream.set(send, { body: { Id: "1" } });
  expect((await product.proceed(first.answer.state, { "one.name": "Ana" })).answer.outcome).toEqual({
    go: "end",
  });
  expect(asked(product).at(-1)).toEqual({ price: 7, year: 2021, name: "Ana" });
  expect(asked(product).filter((one) => one === "/quotes/price")).toHaveLength(2);
});

test("an answer that is no success is the call's failure, with a new key for the next try", async () => {
  const product = await open({ [price]: { body: { price: 7, year: 2021 } }, [send]: { body: { Id: null } } });
  const run = await product.begin("lead");
  const first = await product.proceed(run, { "one.name": "Ana" });
  expect(first).toMatchObject(words("No se pudo."));
  product.upstream.set(send, { body: { Id: "1" } });
  expect((await product.proceed(first.answer.state, { "one.name": "Ana" })).answer.outcome).toEqual({
    go: "end",
  });
  const keys = product.upstream.requests.flatMap(({ path, headers }) =>
    path === "/quotes/lead" ? [headers["idempotency-key"]] : [],
  );
  expect(new Set(keys).size).toBe(2);
});
