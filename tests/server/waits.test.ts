/** Programs that wait: what comes, or does not, moves a run once. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { listWaits, markEventsSeen, readWait, retryWait, decideWait } from "../../server/operators/waits.ts";
import { changeFreeRun } from "../../server/store/runs.ts";
import { openApp } from "../support/app.ts";
import { isPostgresRun } from "../support/test-database.ts";
import { setClock } from "./parts.ts";
import { openWritten, productOf, type Product } from "./program-parts.ts";
import { written } from "../support/wait-definitions.ts";

const minute = 60;

/** What is brought before a restart and after it, and what whoever brings it after is told. */
interface AfterRestart {
  before?: Record<string, string>[];
  /** Whether its time is over while no server is there. */
  over?: boolean;
  after: Record<string, string>[];
  told: string[];
}

interface Waiting {
  product: Product;
  clock: ReturnType<typeof setClock>;
  run: RunState;
  /** Path at which the payment is brought. */
  path: string;
}

const addressTold = ({ upstream }: Product): string =>
  (upstream.requests.findLast(({ path }) => path === "/payments/create")!.body as { address: string })
    .address;

async function waiting(): Promise<Waiting> {
  const clock = setClock();
  const product = await openWritten(written, { clock: clock.now });
  const begun = await product.begin("order");
  const { answer, status } = await product.proceed(begun, { "buyer.name": "Ana" });
  expect([status, Object.keys(answer.outcome)]).toEqual([200, ["wait"]]);
  const path = new URL(addressTold(product)).pathname;
  return { product, clock, run: answer.state, path };
}

const commits = ({ upstream }: Product) =>
  upstream.requests.filter(({ path }) => path === "/payments/commit").length;

const stateOf = async ({ who }: Product, run: RunState): Promise<RunState> =>
  (await who.ask("GET", `/api/runs/${run.run}`)).json().state;

/** A provider's server, without a session. */
const bring = (product: Product, path: string, query: Record<string, string>, headers = {}) =>
  product.app.server.inject({
    method: "GET",
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { host: "si.localhost:3000", ...headers },
  });

const effects = async (product: Product) => ({
  submissions: (await product.rows("submissions")).map(({ state }) => state),
  mails: (await product.rows("deliveries")).length,
  commits: commits(product),
});

describe("a run that waits", () => {
  it("keeps its place, says what for, and takes no answers", async () => {
    const { product, run, clock } = await waiting();
    expect(run).toMatchObject({ step: "buyer", status: "open", version: 1, done: [] });
    expect(run.wait).toMatchObject({
      step: "buyer",
      until: "2026-11-21T12:15:00.000Z",
      day: "2026-11-21",
      time: "09:15",
      check: "Ya pagué",
    });
    expect(JSON.stringify(run)).not.toContain("/api/events/");
    expect(await effects(product)).toEqual({ submissions: ["pending"], mails: 0, commits: 0 });
    const again = await product.proceed(run, { "buyer.name": "Eva" });
    expect([again.status, again.problem.error, again.problem.state?.wait?.id]).toEqual([
      409,
      "stale",
      run.wait!.id,
    ]);
    const draft = await product.who.ask("PATCH", `/api/runs/${run.run}/answers`, {
      version: 1,
      answers: { "buyer.name": "Eva" },
    });
    expect(draft.statusCode).toBe(409);
    const files = `/api/runs/${run.run}/files`;
    const sent = await product.who.ask("POST", `${files}?name=a.pdf&field=buyer.name`, {});
    expect([sent.statusCode, sent.json().error]).toEqual([409, "stale"]);
    const taken = await product.who.ask("DELETE", `${files}/4b8f5a40-0000-4000-8000-000000000000`);
    expect([taken.statusCode, taken.json().error]).toEqual([409, "stale"]);
    const now = clock.now().toISOString();
    const over = { answers: "{}", results: "{}", step: "buyer", done: "[]", updated_at: now };
    expect(await changeFreeRun(product.app.store.db, run.run, over)).toBe(false);
  });

  it("goes on when it comes, once, however often it comes", async () => {
    const { product, run, path } = await waiting();
    const first = await bring(product, path, { token_ws: "t1" });
    expect([first.statusCode, first.json()]).toEqual([200, { event: "moved" }]);
    const again = await bring(product, path, { token_ws: "t1" });
    expect(again.json()).toEqual({ event: "known" });
    const state = await stateOf(product, run);
    expect(state).toMatchObject({ step: "end", status: "done", done: ["buyer"], results: { paid: "t1" } });
    expect(state.wait).toBeUndefined();
    expect(state.settled).toEqual({ wait: run.wait!.id, outcome: { go: "end" } });
    expect(await effects(product)).toEqual({ submissions: ["accepted"], mails: 1, commits: 1 });
  });

  it("takes a browser back to where it led", async () => {
    const { product, path } = await waiting();
    const browser = { accept: "text/html", origin: "https://pagos.example", "sec-fetch-site": "cross-site" };
    const posted = await product.app.server.inject({
      method: "POST",
      url: path,
      headers: { host: "si.localhost:3000", "content-type": "application/x-www-form-urlencoded", ...browser },
      payload: "token_ws=t1",
    });
    expect([posted.statusCode, posted.headers.location]).toEqual([303, "/order-page/listo"]);
    const again = await bring(product, path, { token_ws: "t1" }, browser);
    expect([again.statusCode, again.headers.location]).toEqual([303, "/order-page/listo"]);
  });

  it.each([
    ["only the token", { token_ws: "t" }, "end"],
    ["given up", { TBK_TOKEN: "x", TBK_ID_SESION: "s", TBK_ORDEN_COMPRA: "o" }, "Cancelaste el pago."],
    ["the form timed out", { TBK_ID_SESION: "s", TBK_ORDEN_COMPRA: "o" }, "Cancelaste el pago."],
    [
      "a recovered tab",
      { token_ws: "t", TBK_TOKEN: "x", TBK_ID_SESION: "s", TBK_ORDEN_COMPRA: "o" },
      "Cancelaste el pago.",
    ],
    ["rejected", { token_ws: "t", status: "rejected" }, "El banco rechazó el pago."],
  ])("a return of the shape: %s", async (_, query, led) => {
    const { product, run, path } = await waiting();
    expect((await bring(product, path, query)).json()).toEqual({ event: "moved" });
    const state = await stateOf(product, run);
    const { outcome } = state.settled!;
    expect("go" in outcome ? outcome.go : "refuse" in outcome && outcome.refuse[0]!.words).toBe(led);
    const isPaid = led === "end";
    expect(await effects(product)).toEqual({
      submissions: [isPaid ? "accepted" : "failed"],
      mails: isPaid ? 1 : 0,
      commits: isPaid ? 1 : 0,
    });
  });

  it("ends when its time is over, and what comes late is kept and counted", async () => {
    const { product, run, path, clock } = await waiting();
    clock.pass(15 * minute);
    const late = await bring(product, path, { token_ws: "t9" });
    expect(late.json()).toEqual({ event: "late" });
    // The clock may have come first, and not be done.
    await expect.poll(async () => (await stateOf(product, run)).wait).toBeUndefined();
    const state = await stateOf(product, run);
    expect(state.settled!.outcome).toMatchObject({ refuse: [{ words: "Se acabó el tiempo para pagar." }] });
    expect(state).toMatchObject({ step: "buyer", status: "open" });
    expect(await effects(product)).toEqual({ submissions: ["failed"], mails: 0, commits: 0 });
    const events = await product.rows("wait_events");
    expect(
      events.map(({ source, outcome, state: is }) => [source, outcome, is].join(" ")).toSorted(),
    ).toEqual(["clock timeout moved", "provider came late"]);
    expect((await product.app.metrics.text()).body).toMatch(/vitrina_wait_events_late 1/);
    // Another try is another wait, at another address.
    const again = await product.proceed(state, { "buyer.name": "Ana" });
    expect(again.answer.outcome).toHaveProperty("wait");
    expect(new URL(addressTold(product)).pathname).not.toBe(path);
  });

  it("is moved by the clock where nobody comes", async () => {
    const { product, run, clock } = await waiting();
    clock.pass(15 * minute);
    await expect.poll(async () => (await stateOf(product, run)).wait).toBeUndefined();
    expect(await effects(product)).toEqual({ submissions: ["failed"], mails: 0, commits: 0 });
  });

  it("is cancelled by its owner alone, and not twice", async () => {
    const { product, run } = await waiting();
    const stranger = productOf(product.app, product.upstream).who;
    const ask = { wait: run.wait!.id };
    expect((await stranger.ask("POST", `/api/runs/${run.run}/cancel-wait`, ask)).statusCode).toBe(404);
    const first = (await product.who.ask("POST", `/api/runs/${run.run}/cancel-wait`, ask)).json();
    expect(first.state.settled.outcome).toMatchObject({ refuse: [{ words: "Cancelaste el pago." }] });
    const again = await product.who.ask("POST", `/api/runs/${run.run}/cancel-wait`, ask);
    expect([again.statusCode, again.json().state.version]).toEqual([200, first.state.version]);
    expect(await effects(product)).toEqual({ submissions: ["failed"], mails: 0, commits: 0 });
  });

  it("goes on after a restart, and under the revision that it began with", async () => {
    const { product, run, path } = await waiting();
    await product.app.edit("schemas/flows/order/flow.json", "Pagado, {buyer.name}", "Otra cosa");
    await product.app.edit("schemas/flows/order/flow.json", `"set":{"paid"`, `"set":{"other"`);
    const app = await product.app.reopen();
    const after = productOf(app, product.upstream, undefined);
    after.who.cookie = product.who.cookie;
    expect(app.definitions.current("SI")!.hash).not.toBe(run.revision);
    expect((await bring(after, path, { token_ws: "t1" })).json()).toEqual({ event: "moved" });
    const state = await stateOf(after, run);
    expect(state).toMatchObject({ step: "end", status: "done", results: { paid: "t1" } });
    expect(await effects(after)).toEqual({ submissions: ["accepted"], mails: 1, commits: 1 });
  });

  const paid = { token_ws: "t1" };
  const isPaid = { state: { step: "end", status: "done", results: { paid: "t1" } }, paid: true };
  const isOver = { state: { step: "buyer", status: "open", results: {} }, paid: false };
  it.each([
    ["is paid", { after: [paid], told: ["moved"] }, isPaid],
    ["is paid again", { before: [paid], after: [paid, paid], told: ["known", "known"] }, isPaid],
    ["is paid late, whose time was over meanwhile", { over: true, after: [paid], told: ["late"] }, isOver],
    ["is never paid, whose time was over meanwhile", { over: true, after: [], told: [] }, isOver],
  ])(
    "goes on after a restart with a new revision that waits for nothing, where it %s",
    async (_, { before = [], over = false, after, told }: AfterRestart, expected) => {
      const { product, run, path, clock } = await waiting();
      for (const query of before) await bring(product, path, query);
      const { mails: _none, ...order } = written.flows.order;
      const onContinue = [{ submit: { deliver: [] } }, { go: "end" }];
      const waitless = { ...order, steps: { ...order.steps, buyer: { ...order.steps.buyer, onContinue } } };
      const flow = join(product.app.definitionsDir, "schemas/flows/order/flow.json");
      await writeFile(flow, JSON.stringify(waitless));
      await product.app.close();
      if (over) clock.pass(15 * minute);
      const app = await product.app.reopen();
      expect(app.definitions.current("SI")!.hash).not.toBe(run.revision);
      const again = productOf(app, product.upstream, undefined);
      again.who.cookie = product.who.cookie;
      const answers = [];
      for (const query of after) answers.push((await bring(again, path, query)).json());
      expect(answers).toEqual(told.map((event) => ({ event })));
      await expect.poll(async () => (await stateOf(again, run)).settled?.wait).toBe(run.wait!.id);
      expect(await stateOf(again, run)).toMatchObject(expected.state);
      expect(await effects(again)).toEqual({
        submissions: [expected.paid ? "accepted" : "failed"],
        mails: expected.paid ? 1 : 0,
        commits: expected.paid ? 1 : 0,
      });
    },
  );

  it("says so where what follows cannot be done", async () => {
    const { product, run, path } = await waiting();
    product.upstream.set("POST /payments/commit", { status: 500 });
    await bring(product, path, { token_ws: "t1" });
    const state = await stateOf(product, run);
    expect(state.settled!.outcome).toMatchObject({
      refuse: [{ words: "No pudimos confirmar tu pago. Vuelve a intentarlo." }],
    });
    expect((await product.rows("submissions")).map((one) => one["state"])).toEqual(["failed"]);
  });

  it.each([
    [
      "an unknown address",
      (path: string) => path.replace(/.$/, (sign) => (sign === "A" ? "B" : "A")),
      { token_ws: "t" },
      404,
    ],
    ["what it does not wait for", (path: string) => path, { token_ws: "t", amount: "mucho" }, 422],
  ])("refuses %s", async (_, at, query, status) => {
    const { product, run, path } = await waiting();
    const refused = await bring(product, at(path), query);
    expect(refused.statusCode).toBe(status);
    expect((await stateOf(product, run)).wait?.decided).toBeUndefined();
  });
});

describe("two servers at one database", () => {
  it.runIf(isPostgresRun)("decide once what both are brought, and when its time is over", async () => {
    const { product, run, path, clock } = await waiting();
    const { app, upstream } = product;
    const second = await openApp({
      env: { UPSTREAM_PAYMENTS: upstream.url },
      copy: app.definitionsDir,
      storeConfig: app.storeConfig,
      clock: clock.now,
    });
    const other = productOf(second, upstream);
    clock.pass(15 * minute - 1);
    const shapes: Record<string, string>[] = [
      { token_ws: "a" },
      { TBK_TOKEN: "b" },
      { token_ws: "c", status: "rejected" },
    ];
    const all = [product, other].flatMap((at) => shapes.map((query) => bring(at, path, query)));
    clock.pass(1);
    await Promise.all(all);
    await expect.poll(async () => (await stateOf(product, run)).settled?.wait).toBe(run.wait!.id);
    const events = await product.rows("wait_events");
    const moved = events.filter(({ state }) => state === "moved");
    expect(moved).toHaveLength(1);
    expect(events.filter(({ source }) => source === "provider")).toHaveLength(3);
    const isPaid = moved[0]!["outcome"] === "came";
    expect(await effects(product)).toEqual({
      submissions: [isPaid ? "accepted" : "failed"],
      mails: isPaid ? 1 : 0,
      commits: isPaid ? 1 : 0,
    });
  });
});

describe("an operator", () => {
  it("lists what waits without anything of a person, and decides it once", async () => {
    const { product, run, clock } = await waiting();
    const { store } = product.app;
    const [listed] = await listWaits(store.db, { state: "waiting", limit: 10 });
    expect(listed).toMatchObject({ id: run.wait!.id, flow: "order", event: "payment", unseen: 0 });
    expect(JSON.stringify(await readWait(store, listed!.id))).not.toMatch(/Ana|\/api\/events\//);
    const came = { outcome: "came" as const, payload: { token: "t5" }, note: "Lo vimos en el banco" };
    const now = clock.now();
    expect(await decideWait(store, "nobody", came, now)).toBe("unknown");
    expect(await decideWait(store, listed!.id, came, now)).toBe("moved");
    expect(await decideWait(store, listed!.id, came, now)).toBe("not-waiting");
    await expect.poll(async () => (await stateOf(product, run)).status).toBe("done");
    expect(await effects(product)).toEqual({ submissions: ["accepted"], mails: 1, commits: 1 });
    expect((await readWait(store, listed!.id))!.events).toMatchObject([
      { source: "operator", note: came.note },
    ]);
  });

  it("sees what came too late, until it was seen", async () => {
    const { product, run, path, clock } = await waiting();
    const { store } = product.app;
    clock.pass(15 * minute);
    await bring(product, path, { token_ws: "t9" });
    const id = run.wait!.id;
    expect(await listWaits(store.db, { state: "unseen", limit: 10 })).toMatchObject([{ id, unseen: 1 }]);
    expect([
      await markEventsSeen(store.db, id, "2026-11-22"),
      await markEventsSeen(store.db, id, "2026-11-22"),
    ]).toEqual([1, 0]);
    expect(await listWaits(store.db, { state: "unseen", limit: 10 })).toEqual([]);
    expect((await product.rows("wait_events")).filter(({ state }) => state === "late")).toHaveLength(1);
  });

  it("lets one that is stuck be tried again", async () => {
    const { product, run, path } = await waiting();
    const { store } = product.app;
    const lost = store.db.updateTable("waits").set({ state: "stuck", outcome: "came", next_at: null });
    expect(await retryWait(store.db, run.wait!.id, "2026-11-21T12:00:00.000Z")).toBe(false);
    await bring(product, path, { token_ws: "t1" });
    await lost.where("id", "=", run.wait!.id).execute();
    expect(await retryWait(store.db, run.wait!.id, "2026-11-21T12:00:00.000Z")).toBe(true);
  });
});

describe("a code that a person types", () => {
  /** A run that waits for its code. */
  const waitingForCode = async () => {
    const clock = setClock();
    const product = await openWritten(written, { clock: clock.now });
    const began = await product.begin("entry");
    const { answer, status } = await product.proceed(began, { "who.email": "ana@correo.cl" });
    expect([status, answer.outcome]).toEqual([200, { wait: expect.any(String) as unknown }]);
    const { code } = product.upstream.requests.at(-1)!.body as { code: string };
    const run = answer.state;
    const enter = (typed: string, who = product.who, wait = run.wait!.id) =>
      who.ask("POST", `/api/runs/${run.run}/wait-code`, { wait, code: typed });
    const wrong = (nth: number) => String((Number(code) + nth) % 1_000_000).padStart(6, "0");
    return { product, run, code, enter, wrong, clock };
  };

  it("goes on with the right one, once", async () => {
    const { product, run, code, enter, wrong } = await waitingForCode();
    expect(code).toMatch(/^\d{6}$/);
    // Nobody who sees the run sees it.
    expect(JSON.stringify(run)).not.toContain(code);
    const refused = await enter(wrong(1));
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { error: "wrong-code", message: /4 intentos/ },
    ]);
    const [first, second] = await Promise.all([enter(code), enter(code)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(await stateOf(product, run)).toMatchObject({
      step: "end",
      status: "done",
      results: { known: true },
    });
    expect(
      (await product.rows("wait_events")).map(({ source, outcome, state }) => [source, outcome, state]),
    ).toEqual([["person", "came", "moved"]]);
  });

  it("has five tries, however many ask at once", async () => {
    const { product, run, code, enter, wrong } = await waitingForCode();
    const tried = await Promise.all(Array.from({ length: 20 }, (_, nth) => enter(wrong(nth + 1))));
    expect(tried.filter(({ statusCode }) => statusCode === 422)).toHaveLength(4);
    expect((await stateOf(product, run)).settled!.outcome).toMatchObject({
      refuse: [{ words: "Se acabaron los intentos. Pide otro código." }],
    });
    expect((await enter(code)).json()).toMatchObject({ state: { step: "who", status: "open" } });
    expect((await stateOf(product, run)).results["known"]).toBeUndefined();
    // Another code is another one.
    const state = await stateOf(product, run);
    const { status } = await product.proceed(state, { "who.email": "ana@correo.cl" });
    expect(status).toBe(200);
    const { code: next } = product.upstream.requests.at(-1)!.body as { code: string };
    const again = await enter(
      code === next ? wrong(1) : code,
      undefined,
      (await stateOf(product, run)).wait!.id,
    );
    expect(again.statusCode).toBe(422);
  });

  it("is over when its time is", async () => {
    const { product, run, code, enter, clock } = await waitingForCode();
    clock.pass(10 * minute);
    await enter(code);
    await expect
      .poll(async () => (await stateOf(product, run)).settled?.outcome)
      .toMatchObject({
        refuse: [{ words: "El código venció. Pide otro." }],
      });
    expect((await stateOf(product, run)).results["known"]).toBeUndefined();
  });

  it("is its person's alone, and nothing else is read as one", async () => {
    const { product, run, code, enter } = await waitingForCode();
    expect((await enter(code, productOf(product.app, product.upstream).who)).statusCode).toBe(404);
    for (const bad of ["", "12345", "1234567", "abcdef", `${code} `])
      expect([bad, (await enter(bad)).statusCode]).toEqual([bad, 400]);
    expect((await enter(code, product.who, "4b8f5a40-0000-4000-8000-000000000000")).statusCode).toBe(200);
    expect((await stateOf(product, run)).wait?.id).toBe(run.wait!.id);
  });

  it("is asked of no wait that has none", async () => {
    const { product, run } = await waiting();
    const asked = { wait: run.wait!.id, code: "123456" };
    expect((await product.who.ask("POST", `/api/runs/${run.run}/wait-code`, asked)).statusCode).toBe(200);
    expect((await stateOf(product, run)).wait?.id).toBe(run.wait!.id);
  });
});
