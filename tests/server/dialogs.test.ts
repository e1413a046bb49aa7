import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { plainWords, type Outcome, type RunState } from "../../schemas/engine/all.ts";
import { visitor } from "../support/app.ts";
import { openProduct, type Product, type Reply } from "./program-parts.ts";

const plate = { "car.plate": "AABB11" };
const price = "POST /quotes/price";
const priceOf = (amount: number) => ({ [price]: { body: { price: amount } } });

const pricesAsked = ({ upstream }: Product) =>
  upstream.requests.filter(({ path }) => path === "/quotes/price");
const keysOf = (product: Product) => pricesAsked(product).map(({ headers }) => headers["idempotency-key"]);

/** A run whose Continuar ended with a dialog. */
async function asked(
  amount: number,
  answers: Record<string, unknown> = plate,
): Promise<{ product: Product; run: RunState; reply: Reply }> {
  const product = await openProduct(priceOf(amount));
  const run = await product.begin("offer");
  const reply = await product.proceed(run, answers);
  return { product, run, reply };
}

describe("a program that ends with a dialog", () => {
  it("fills its words, keeps what was set, and stays at its step", async () => {
    const { product, reply } = await asked(0);
    expect([reply.status, reply.answer.outcome]).toMatchObject([200, { dialog: "noPrice" }]);
    const { title, body } = reply.answer.outcome as Extract<Outcome, { dialog: string }>;
    expect(plainWords(title)).toBe("Sin precio para AABB11 de Kia");
    expect(plainWords(body!)).toBe("No hay precio ahora.");
    // Whoever opens the page again is asked again, in the same words.
    const dialog = { id: "noPrice", step: "car", title, body };
    expect(reply.answer.state.dialog).toEqual(dialog);
    expect((await product.begin("offer")).dialog).toEqual(dialog);
    expect(reply.answer.state).toMatchObject({
      step: "car",
      version: 0,
      status: "open",
      done: [],
      answers: plate,
      results: { offered: 0 },
    });
    expect(reply.answer.state.failure).toBeUndefined();
    expect(await product.rows("submissions")).toEqual([]);
  });

  it("retries with a new call where the service had answered", async () => {
    const { product, run } = await asked(0);
    product.upstream.set(price, { body: { price: 500 } });
    const { answer } = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "retry" } });
    expect([answer.outcome, answer.state.version]).toEqual([{ go: "owner" }, 1]);
    expect(answer.state.dialog).toBeUndefined();
    expect(new Set(keysOf(product)).size).toBe(2);
  });

  it("retries with the same call where the service had not", async () => {
    const product = await openProduct({ [price]: { status: 500 } });
    const run = await product.begin("offer");
    const { answer } = await product.proceed(run, plate);
    expect(answer.outcome).toMatchObject({ dialog: "noPrice" });
    product.upstream.set(price, { body: { price: 500 } });
    const retried = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "retry" } });
    expect(retried.answer.outcome).toEqual({ go: "owner" });
    expect([pricesAsked(product).length, new Set(keysOf(product)).size]).toEqual([2, 1]);
  });

  it("leaves with the parameters that go along, and can be come back to", async () => {
    const { product, run } = await asked(0);
    const { answer } = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "leave" } });
    expect(answer.outcome).toEqual({ redirect: "/", failure: false, keep: ["utm"] });
    expect(answer.state).toMatchObject({ step: "car", version: 0, status: "open", done: [], answers: plate });
    expect((await product.begin("offer")).run).toBe(run.run);
  });

  it("clears answers, all that goes with them, and says which", async () => {
    const { product, run } = await asked(0, { ...plate, "car.note": "x" });
    const { answer } = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "other" } });
    expect(answer.outcome).toEqual({ close: ["car.plate", "car.note"] });
    expect(answer.state).toMatchObject({
      step: "car",
      version: 0,
      answers: {},
      results: { tried: "AABB11" },
    });
    // What the dialog was decided on is not used again after it was closed.
    await product.proceed(run, plate);
    expect(new Set(keysOf(product)).size).toBe(2);
  });

  it("goes ahead only where the answers are right, and back whatever they are", async () => {
    const { product, run } = await asked(0);
    const wrong = await product.proceed(
      run,
      { "car.plate": null },
      { dialog: { id: "noPrice", button: "skip" } },
    );
    expect([wrong.status, wrong.answer.outcome]).toMatchObject([422, { refuse: [{ path: "car.plate" }] }]);
    const again = await product.proceed(run, plate);
    expect(again.answer.outcome).toMatchObject({ dialog: "noPrice" });
    const skipped = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "skip" } });
    expect(skipped.answer.outcome).toEqual({ go: "end" });
    expect(skipped.answer.state).toMatchObject({ step: "end", status: "done", done: ["car"] });
    expect(await product.rows("submissions")).toEqual([]);

    product.upstream.set(price, { body: { price: 500 } });
    const other = await product.begin("offer");
    const first = (await product.proceed(other, plate)).answer.state;
    expect((await product.proceed(first, { "owner.name": "back" })).answer.outcome).toMatchObject({
      dialog: "back",
    });
    const { programs } = product.app.definitions.current("SI")!.private;
    programs["offer"]!.onPress["back"]!["yes"] = [{ go: "car" }];
    const back = await product.proceed(
      first,
      { "owner.name": null },
      { dialog: { id: "back", button: "yes" } },
    );
    expect(back.answer.outcome).toEqual({ go: "car" });
    expect(back.answer.state).toMatchObject({ step: "car", version: 2, status: "open", done: ["car"] });
  });
});

describe("going on past a dialog", () => {
  const yes = (id: string) => ({ dialog: { id, button: "yes" } });

  it("makes no call twice and stores one submission, through several dialogs", async () => {
    const { product, run, reply } = await asked(5000);
    expect(reply.answer.outcome).toMatchObject({ dialog: "high" });
    const [submission] = await product.rows("submissions");
    expect(submission).toMatchObject({ state: "failed" });
    const second = await product.proceed(run, plate, yes("high"));
    expect(second.answer.outcome).toMatchObject({ dialog: "last" });
    expect(second.answer.state.results).toMatchObject({ agreed: true, offered: 5000 });
    const third = await product.proceed(run, plate, yes("last"));
    expect([third.answer.outcome, third.answer.state.version]).toEqual([{ go: "owner" }, 1]);
    expect(pricesAsked(product)).toHaveLength(1);
    expect(await product.rows("submissions")).toMatchObject([{ id: submission!["id"], state: "accepted" }]);
  });

  it("holds for the answers that it was asked about", async () => {
    const { product, run } = await asked(5000);
    const { answer } = await product.proceed(run, { "car.plate": "ZZYY99" }, yes("high"));
    expect(answer.outcome).toMatchObject({ dialog: "high" });
    expect(pricesAsked(product)).toHaveLength(2);
  });

  it("is asked again, with a new call, after the dialog was closed", async () => {
    const { product, run } = await asked(5000);
    const closed = await product.proceed(run, {}, { dialog: { id: "high", button: "no" } });
    expect([closed.status, closed.answer.outcome]).toEqual([200, { close: [] }]);
    const { answer } = await product.proceed(run, {});
    expect(answer.outcome).toMatchObject({ dialog: "high" });
    expect(new Set(keysOf(product)).size).toBe(2);
  });

  it("that was interrupted is brought to its end at the next start", async () => {
    const { product, run } = await asked(5000);
    await product.proceed(run, {}, yes("high"));
    const { db } = product.app.store;
    const [before] = await product.rows("runs");
    const key = randomUUID();
    const whole = await product.proceed(run, {}, { ...yes("last"), key });
    // As if the process had ended between the submission and the last transaction.
    await db.updateTable("submissions").set({ state: "pending", decided_at: null }).execute();
    await db
      .updateTable("attempts")
      .set({ state: "running", status: null, response: null })
      .where("key", "=", key)
      .execute();
    await db
      .updateTable("runs")
      .set({ ...before, busy_key: "gone", busy_until: "2000-01-01T00:00:00.000Z" })
      .execute();
    const reopened = await product.app.reopen();
    const states = async () =>
      (await reopened.store.db.selectFrom("submissions").select("state").execute()).map(({ state }) => state);
    await expect.poll(states).toEqual(["accepted"]);
    expect(pricesAsked(product)).toHaveLength(1);
    const back = visitor(reopened, "SI", product.who.cookie);
    const again = await back.ask(
      "POST",
      `/api/runs/${run.run}/continue`,
      { step: "car", version: 0, answers: {}, ...yes("last") },
      { "idempotency-key": key },
    );
    expect([again.statusCode, again.json().outcome]).toEqual([200, whole.answer.outcome]);
  });
});

describe("a button", () => {
  it("is pressed once, however often the same press arrives", async () => {
    const { product, run } = await asked(0);
    product.upstream.set(price, { body: { price: 500 } });
    const key = randomUUID();
    const press = { dialog: { id: "noPrice", button: "retry" }, key };
    const all = await Promise.all(Array.from({ length: 5 }, () => product.proceed(run, {}, press)));
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(pricesAsked(product)).toHaveLength(2);
    const other = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "leave" }, key });
    expect(other.problem.error).toBe("key-reused");
  });

  it("belongs to the dialog that the last attempt ended with", async () => {
    const { product, run } = await asked(0);
    const unknown = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "constructor" } });
    expect([unknown.status, unknown.problem.error]).toEqual([422, "unknown-button"]);
    for (const id of ["high", "nothing", "toString"]) {
      const { status, problem } = await product.proceed(run, {}, { dialog: { id, button: "yes" } });
      expect([status, problem]).toMatchObject([
        409,
        { error: "stale", message: "Este aviso ya se respondió o ya no corresponde.", state: { version: 0 } },
      ]);
    }
    // It is open until it is answered, or until another attempt ends otherwise.
    await product.proceed(run, {}, { dialog: { id: "noPrice", button: "leave" } });
    const late = await product.proceed(run, {}, { dialog: { id: "noPrice", button: "retry" } });
    expect(late.problem.error).toBe("stale");
  });

  it("is no way around the protocol's own bounds", async () => {
    const { product, run } = await asked(0);
    const bodies: [unknown, number][] = [
      [{ id: "noPrice" }, 400],
      [{ id: "noPrice", button: 1 }, 400],
      [{ id: "noPrice", button: "retry", more: 1 }, 422],
      [null, 400],
    ];
    for (const [dialog, status] of bodies) {
      const reply = await product.proceed(run, {}, { dialog } as never);
      expect(reply.status).toBe(status);
    }
    const hidden = await product.proceed(
      run,
      { "car.year": "2020" },
      { dialog: { id: "noPrice", button: "leave" } },
    );
    expect(hidden.problem.error).toBe("hidden-value");
  });
});
