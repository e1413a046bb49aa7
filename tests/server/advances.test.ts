/** What a flow tells of how far people came: once for each step, whoever is slow, and nothing of it stays behind. */
import { expect, it } from "vitest";
import { randomUUID } from "node:crypto";
import type { RunState } from "../../schemas/engine/all.ts";
import { eraseRun } from "../../server/evidence/erase.ts";
import { revoke } from "../../server/evidence/revoke.ts";
import { removeForgottenRuns } from "../../server/store/housekeeping.ts";
import { visitor } from "../support/app.ts";
import { until as holds } from "../support/until.ts";
import { allDeliveries, setClock } from "./parts.ts";
import { openWritten, type Product } from "./program-parts.ts";

const text = { kind: "text", label: "Texto", schema: { maxLength: 60 } };
const step = (title: string, slug?: string, more: object = {}) => ({
  title,
  ...(slug === undefined ? {} : { slug }),
  sections: { main: { fields: { name: text } } },
  ...more,
});

const trip = {
  flow: "trip",
  title: "Viaje",
  onAdvance: [
    {
      call: "trips.progress",
      with: {
        visit: { var: "advance.visit" },
        step: { var: "advance.step" },
        from: { var: "from.name" },
        to: { value: { var: "to.name" }, when: { "==": [{ var: "advance.step" }, "end"] } },
      },
    },
    {
      call: "trips.progress",
      when: { "==": [{ var: "advance.step" }, "end"] },
      with: { visit: { var: "advance.visit" }, step: "last" },
    },
  ],
  steps: {
    from: {
      title: "De",
      sections: {
        main: {
          fields: {
            name: text,
            news: {
              kind: "consent",
              label: "Novedades",
              text: "Acepto.",
              basis: "Ley de ejemplo",
              why: "Para avisar",
              required: false,
            },
          },
        },
      },
    },
    to: step("A", "a", {
      onContinue: [
        { refuse: "Ahí no vamos.", when: { "==": [{ var: "to.name" }, "mar"] } },
        { submit: { deliver: [] } },
        {
          await: "guide",
          when: { "==": [{ var: "to.name" }, "Cusco"] },
          as: "guided",
          until: { minutes: 30 },
          title: "Esperamos a tu guía",
          cancel: "Sin guía",
          onCame: [{ go: "end" }],
          onTimeout: [{ go: "end" }],
          onCancelled: [{ go: "end" }],
        },
        { go: "end" },
      ],
    }),
    end: { title: "Listo", slug: "listo", ends: true },
  },
};

const service = {
  service: "trips",
  calls: {
    progress: {
      method: "POST",
      path: "trips/progress",
      input: Object.fromEntries(["visit", "step", "from", "to"].map((name) => [name, { type: "string" }])),
      optional: ["from", "to"],
      body: { var: "input" },
      timeout: 9000,
    },
  },
};

async function open(start = "2026-11-23T15:00:00.000Z") {
  const clock = setClock(start);
  const product = await openWritten(
    {
      flows: { trip },
      service,
      kinds: ["text", "consent"],
      events: { guide: { event: "guide", description: "Un guía.", outcomes: ["came", "cancelled"] } },
      routes: { "POST /trips/progress": { body: {} } },
    },
    { clock: clock.now },
  );
  return { product, clock };
}

const until = (found: () => boolean | Promise<boolean>): Promise<void> =>
  holds(found, () => "it does not hold");

const told = ({ upstream }: Product) => upstream.requests.map(({ body }) => body as Record<string, string>);
const delivered = (product: Product, count: number): Promise<void> =>
  until(
    async () =>
      (await allDeliveries(product.app.store.db)).filter(({ state }) => state === "delivered").length >=
      count,
  );

/** Holds what comes to the service back, until it is to be refused. */
function refusesWhenAsked({ upstream }: Product): () => void {
  let refuse = (): void => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  upstream.set("POST /trips/progress", async () => {
    await refused;
    return { status: 503 };
  });
  return refuse;
}

it("tells each step once, and nothing of one that is refused", async () => {
  const { product } = await open();
  const run = await product.begin("trip");
  const key = randomUUID();
  const first = await product.proceed(run, { "from.name": "Lima" }, { key });
  await product.proceed(run, { "from.name": "Lima" }, { key });
  await delivered(product, 1);
  const refused = await product.proceed(first.answer.state, { "to.name": "mar" });
  expect(refused.answer.outcome).toHaveProperty("refuse");
  const done = await product.proceed(refused.answer.state, { "to.name": "Ica" });
  expect(done.answer.outcome).toEqual({ go: "end" });
  await delivered(product, 3);
  const visit = told(product)[0]!["visit"]!;
  expect(visit).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(visit).not.toBe(run.run);
  expect(told(product).toSorted((a, b) => a["step"]!.localeCompare(b["step"]!))).toEqual([
    { visit, step: "end", from: "Lima", to: "Ica" },
    { visit, step: "last" },
    { visit, step: "to", from: "Lima" },
  ]);
});

/** What one after the other came to the service, after it had refused the first of them. */
async function afterFailure(product: Product, clock: ReturnType<typeof setClock>): Promise<string[]> {
  product.upstream.set("POST /trips/progress", { body: {} });
  product.upstream.forget();
  clock.pass(3600);
  await until(async () =>
    (await allDeliveries(product.app.store.db)).every(({ state }) => state === "delivered"),
  );
  return told(product).map((body) => body["step"]!);
}

it("tells what is newest in the place of what still waits: an earlier step does not come after a later one", async () => {
  const { product, clock } = await open();
  product.upstream.set("POST /trips/progress", { status: 503 });
  const first = await product.proceed(await product.begin("trip"), { "from.name": "Lima" });
  await until(() => told(product).length > 0);
  await until(async () =>
    (await allDeliveries(product.app.store.db)).every(({ state }) => state === "queued"),
  );
  await product.proceed(first.answer.state, { "to.name": "Ica" });
  expect((await afterFailure(product, clock)).toSorted()).toEqual(["end", "last"]);
});

it("does not go on with an earlier step that fails after somebody went on", async () => {
  const { product, clock } = await open();
  const refuse = refusesWhenAsked(product);
  const first = await product.proceed(await product.begin("trip"), { "from.name": "Lima" });
  await until(() => told(product).length === 1);
  clock.pass(1);
  await product.proceed(first.answer.state, { "to.name": "Ica" });
  refuse();
  await until(async () => {
    const left = await allDeliveries(product.app.store.db);
    return left.length === 2 && left.every(({ state }) => state === "queued");
  });
  expect((await afterFailure(product, clock)).toSorted()).toEqual(["end", "last"]);
});

it("keeps nobody waiting: what the service does not take goes out when it does", async () => {
  const { product, clock } = await open();
  product.upstream.set("POST /trips/progress", { status: 503 });
  const reply = await product.proceed(await product.begin("trip"), { "from.name": "Lima" });
  expect([reply.status, reply.answer.outcome]).toEqual([200, { go: "to" }]);
  await until(() => told(product).length > 0);
  product.upstream.set("POST /trips/progress", { body: {} });
  await until(async () =>
    (await allDeliveries(product.app.store.db)).every(({ state }) => state === "queued"),
  );
  clock.pass(3600);
  await delivered(product, 1);
  expect(new Set(told(product).map((body) => body["step"]))).toEqual(new Set(["to"]));
});

it("is another visit on another day; the answers stay", async () => {
  const { product, clock } = await open();
  let run: RunState = await product.begin("trip");
  run = (await product.proceed(run, { "from.name": "Lima" })).answer.state;
  await delivered(product, 1);
  clock.pass(86_400);
  const done = await product.proceed(run, { "to.name": "Ica" });
  expect(done.answer.state.answers).toMatchObject({ "from.name": "Lima", "to.name": "Ica" });
  await delivered(product, 3);
  const [before, after, last] = told(product).map((body) => body["visit"]);
  expect(after).not.toBe(before);
  expect(last).toBe(after);
});

it("is of one visit where it waits over midnight, as while somebody pays", async () => {
  const { product, clock } = await open("2026-11-24T02:50:00.000Z");
  const first = await product.proceed(await product.begin("trip"), { "from.name": "Lima" });
  const { answer } = await product.proceed(first.answer.state, { "to.name": "Cusco" });
  expect(answer.outcome).toHaveProperty("wait");
  await delivered(product, 1);
  clock.pass(31 * 60);
  await delivered(product, 3);
  expect(new Set(told(product).map((body) => body["visit"])).size).toBe(1);
});

it("is told no more once it is erased: what still waited for the service goes nowhere", async () => {
  const { product, clock } = await open();
  const { store } = product.app;
  product.upstream.set("POST /trips/progress", { status: 503 });
  const sent = (await product.proceed(await product.begin("trip"), { "from.name": "Lima" })).answer.state;
  clock.pass(1);
  await product.proceed(sent, { "to.name": "Ica" });
  const waiting = async (): Promise<boolean> => {
    const all = await allDeliveries(store.db);
    return all.length === 2 && all.every(({ state, attempts }) => state === "queued" && attempts > 0);
  };
  await until(waiting);
  const tried = told(product).length;
  const why = { by: "request" as const, reason: "x" };
  expect((await eraseRun(store, sent.run, why, clock.now())).outcome).toBe("erased");
  expect(await allDeliveries(store.db)).toEqual([]);
  product.upstream.set("POST /trips/progress", { body: {} });
  clock.pass(3600);
  // Somebody else's goes out meanwhile, and is all that is told.
  await product.proceed(await product.begin("trip"), { "from.name": "Tacna" });
  await delivered(product, 1);
  const after = told(product).slice(tried);
  expect(after.map(({ from }) => from)).toEqual(["Tacna"]);
});

/** Sends a trip whose consent was given, at a service that does with it what it is told to. */
async function sentWithConsent(product: Product): Promise<RunState> {
  const given = { "from.name": "Lima", "from.news": true };
  const first = await product.proceed(await product.begin("trip"), given);
  return (await product.proceed(first.answer.state, { "to.name": "Ica" })).answer.state;
}

/** Of whose trips the service is told once it is well, and somebody else has begun theirs: nothing waits for that. */
async function toldOfOthers(product: Product, clock: ReturnType<typeof setClock>): Promise<string[]> {
  const { store } = product.app;
  expect(await allDeliveries(store.db)).toEqual([]);
  product.upstream.set("POST /trips/progress", { body: {} });
  product.upstream.forget();
  clock.pass(3600);
  await product.proceed(await product.begin("trip"), { "from.name": "Tacna" });
  await delivered(product, 1);
  return told(product).map(({ from }) => from!);
}

const takeBack = ({ app }: Product, { run }: RunState, now: Date): Promise<boolean> =>
  revoke(app.store, { run, brand: "SI" }, "from.news", "x", now);

it("is told no more once a consent is taken back: what still waited goes nowhere", async () => {
  const { product, clock } = await open();
  product.upstream.set("POST /trips/progress", { status: 503 });
  const sent = await sentWithConsent(product);
  await until(async () => {
    const all = await allDeliveries(product.app.store.db);
    return all.length > 0 && all.every(({ state, attempts }) => state === "queued" && attempts > 0);
  });
  expect(await takeBack(product, sent, clock.now())).toBe(true);
  expect(await toldOfOthers(product, clock)).toEqual(["Tacna"]);
});

it("does not go on with what was on its way when a consent was taken back, and failed", async () => {
  const { product, clock } = await open();
  const refuse = refusesWhenAsked(product);
  const sent = await sentWithConsent(product);
  await until(() => told(product).length > 0);
  clock.pass(1);
  expect(await takeBack(product, sent, clock.now())).toBe(true);
  refuse();
  await until(async () => (await allDeliveries(product.app.store.db)).length === 0);
  expect(await toldOfOthers(product, clock)).toEqual(["Tacna"]);
});

it("goes with the run, erased or forgotten", async () => {
  const { product, clock } = await open();
  const { store } = product.app;
  const sent = (await product.proceed(await product.begin("trip"), { "from.name": "Lima" })).answer.state;
  await delivered(product, 1);
  await product.proceed(sent, { "to.name": "Ica" });
  await delivered(product, 3);
  const why = { by: "request" as const, reason: "x" };
  expect((await eraseRun(store, sent.run, why, clock.now())).outcome).toBe("erased");
  expect(await allDeliveries(store.db)).toEqual([]);
  await product.proceed(await product.begin("trip"), { "from.name": "Ica" });
  await until(async () => (await allDeliveries(store.db)).length === 1);
  await delivered(product, 1);
  expect(await removeForgottenRuns(store.db, "2027-01-01T00:00:00.000Z", 10)).toBe(1);
  expect(await allDeliveries(store.db)).toEqual([]);
});

it("of what was begun and not sent nothing stays when it is erased, and nobody is told of it any more", async () => {
  const { product, clock } = await open();
  const { store } = product.app;
  const refuse = refusesWhenAsked(product);
  const { run } = (await product.proceed(await product.begin("trip"), { "from.name": "Lima" })).answer.state;
  const others = await product.begin("trip", visitor(product.app, "SI"));
  await until(() => told(product).length === 1);
  const erase = async () => (await eraseRun(store, run, { by: "request", reason: "x" }, clock.now())).outcome;
  // What is going out is waited for; what waits is not.
  expect(await erase()).toBe("at-work");
  refuse();
  await until(async () => (await allDeliveries(store.db)).every(({ state }) => state === "queued"));
  expect(await erase()).toBe("erased");
  expect(await erase()).toBe("done");
  expect((await product.rows("runs")).map(({ id }) => id)).toEqual([others.run]);
  for (const table of ["deliveries", "run_steps", "calls"] as const) {
    expect((await product.rows(table)).filter((row) => row["run"] === run)).toEqual([]);
  }
  // The evidence is of what was accepted: nothing was.
  expect(await store.db.selectFrom("evidence").selectAll().execute()).toEqual([]);
  expect(await toldOfOthers(product, clock)).toEqual(["Tacna"]);
});
