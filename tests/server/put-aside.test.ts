/** What is begun makes way for the next person at the same device: because somebody says so, or nobody touched it. */
import { describe, expect, it } from "vitest";
import { startHousekeeping } from "../../server/housekeeping/housekeeping.ts";
import { visitor } from "../support/app.ts";
import { keptLog, setClock } from "./parts.ts";
import { openWritten, type Product } from "./program-parts.ts";

const text = { kind: "text", label: "Texto", schema: { maxLength: 60 }, required: false };
const ending = { title: "Listo", slug: "listo", ends: true };
const begin = (flow: string, name: string) => ({
  begin: flow,
  with: { of: "x" },
  answers: { [`${flow}.name`]: { var: name } },
  when: { "!!": { var: name } },
});
const flowOf = (flow: string, more: object, lines: object[] = []) => ({
  flow,
  title: flow,
  parameters: { of: { description: "De quién es." } },
  ...more,
  steps: {
    [flow]: {
      title: flow,
      sections: { all: { fields: { name: text, second: text, third: text } } },
      onContinue: [{ submit: { deliver: [] } }, ...lines, { go: "end" }],
    },
    end: ending,
  },
});
const abandon = { abandon: { minutes: 60 } };
const flows = {
  main: flowOf("main", abandon, [begin("main", "main.second"), begin("other", "main.third")]),
  other: flowOf("other", abandon),
  kept: flowOf("kept", {}),
};
const service = {
  $schema: "../language/service.schema.json",
  service: "trips",
  calls: { plan: { method: "GET", path: "trips/plan", input: {}, timeout: 5000 } },
};

const start = "2026-11-22T12:00:00.000Z";

async function open(): Promise<{ product: Product; clock: ReturnType<typeof setClock> }> {
  const clock = setClock(start);
  const product = await openWritten({ flows, service, kinds: ["text"], routes: {} }, { clock: clock.now });
  return { product, clock };
}

const family = { "main.name": "Anahí", "main.second": "Luis", "main.third": "Eva" };
const pageOf = async ({ who }: Product, flow: string): Promise<string> => {
  const responses = await Promise.all(
    [`/api/page?path=/${flow}-page`, `/${flow}-page`, `/api/runs?flow=${flow}`].map((path) =>
      who.ask("GET", path),
    ),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  return responses.map(({ body }) => body).join("\n");
};

/** Anahí has sent hers, and Luis' waits. */
async function luisWaits(product: Product): Promise<string> {
  const { answer } = await product.proceed(await product.begin("main"), family);
  expect(answer.outcome).toEqual({ redirect: "/main-page", failure: false });
  expect(await pageOf(product, "main")).toContain("Luis");
  return (await product.begin("main")).run;
}

const nobodysName = async (product: Product): Promise<void> => {
  for (const flow of ["main", "other"]) expect(await pageOf(product, flow)).not.toMatch(/Anahí|Luis|Eva/);
  for (const flow of ["main", "other"]) {
    expect(await product.begin(flow)).toMatchObject({ answers: {}, results: { with: {} } });
  }
};

describe("a run of a flow that expires with the day", () => {
  const daily = { daily: flowOf("daily", { expires: "day" }) };
  const openDaily = async () => {
    // 22:00 in Santiago: the day of the brand, not that of the server.
    const clock = setClock("2026-11-23T01:00:00.000Z");
    const given = { flows: daily, service, kinds: ["text"], routes: {} };
    return { product: await openWritten(given, { clock: clock.now }), clock };
  };

  it("is found again within the day, and begun anew on the next one", async () => {
    const { product, clock } = await openDaily();
    const run = await product.begin("daily");
    await product.who.ask("PATCH", `/api/runs/${run.run}/answers`, {
      version: 0,
      answers: { "daily.name": "Anahí" },
    });
    clock.pass(60 * 60);
    expect(await pageOf(product, "daily")).toContain("Anahí");
    expect(await product.begin("daily")).toMatchObject({ run: run.run, answers: { "daily.name": "Anahí" } });
    clock.pass(2 * 60 * 60);
    expect(await pageOf(product, "daily")).not.toContain("Anahí");
    const next = await product.begin("daily");
    expect(next.answers).toEqual({});
    expect(next.run).not.toBe(run.run);
  });

  it("that was sent is not shown the next day either", async () => {
    const { product, clock } = await openDaily();
    await product.proceed(await product.begin("daily"), { "daily.name": "Anahí" });
    expect(await pageOf(product, "daily")).toContain("Anahí");
    clock.pass(3 * 60 * 60);
    expect(await pageOf(product, "daily")).not.toContain("Anahí");
  });
});

describe("a run that waits for another person", () => {
  it("is there for an hour, and then nobody's, with what waits behind it", async () => {
    const { product, clock } = await open();
    const run = await luisWaits(product);
    clock.pass(59 * 60);
    expect(await pageOf(product, "main")).toContain("Luis");
    // A draft is activity.
    await product.who.ask("PATCH", `/api/runs/${run}/answers`, {
      version: 0,
      answers: { "main.name": "Luis P" },
    });
    clock.pass(59 * 60);
    expect(await pageOf(product, "main")).toContain("Luis P");
    clock.pass(60);
    await nobodysName(product);
    const gone = await product.who.ask("PATCH", `/api/runs/${run}/answers`, { version: 0, answers: {} });
    expect(gone.json()).toMatchObject({ error: "no-run" });
  });

  it.each(["main", "other"])("is nobody's where the first to be asked for is %s", async (flow) => {
    const { product, clock } = await open();
    await luisWaits(product);
    clock.pass(60 * 60);
    expect((await product.begin(flow)).answers).toEqual({});
    await nobodysName(product);
  });

  it("goes at once where somebody says so, its own only, and what was accepted stays", async () => {
    const { product, clock } = await open();
    const run = await luisWaits(product);
    const stranger = await visitor(product.app, "SI").ask("DELETE", `/api/runs/${run}`);
    expect([stranger.statusCode, stranger.json().error]).toEqual([404, "no-run"]);
    expect((await product.who.ask("DELETE", `/api/runs/${run}`)).statusCode).toBe(204);
    await nobodysName(product);
    const again = await product.who.ask("DELETE", `/api/runs/${run}`);
    expect(again.json()).toMatchObject({ error: "no-run" });
    expect((await product.rows("submissions")).map(({ state }) => state)).toEqual(["accepted"]);
    // Housekeeping finds it as any other that was left, and Anahí's accepted one never.
    const housekeeping = startHousekeeping({
      store: product.app.store,
      clock: clock.now,
      log: keptLog(),
    });
    const ids = async () => (await product.rows("runs")).map(({ id }) => id);
    await housekeeping.once();
    expect(await ids()).toContain(run);
    clock.pass(31 * 86_400);
    await housekeeping.once();
    await housekeeping.stop();
    expect(await ids()).not.toContain(run);
    expect(await product.rows("submissions")).toHaveLength(1);
  });

  it("is not put aside while an attempt is at work on it, nor after it is done", async () => {
    const { product } = await open();
    const run = await product.begin("main");
    const set = (busy: string | null) =>
      product.app.store.db
        .updateTable("runs")
        .set({ busy_key: busy, busy_until: busy && "2026-11-22T12:05:00.000Z" })
        .where("id", "=", run.run)
        .execute();
    await set("k");
    const refused = await product.who.ask("DELETE", `/api/runs/${run.run}`);
    expect([refused.statusCode, refused.json().error]).toEqual([409, "busy"]);
    expect((await product.begin("main")).run).toBe(run.run);
    await set(null);
    await product.proceed(run, { "main.name": "Anahí" });
    const done = await product.who.ask("DELETE", `/api/runs/${run.run}`);
    expect([done.statusCode, done.json().error]).toEqual([409, "stale"]);
  });
});

it("a receipt is not shown for longer, and a flow that does not say so keeps what is begun", async () => {
  const { product, clock } = await open();
  await product.proceed(await product.begin("main"), { "main.name": "Anahí" });
  const kept = await product.begin("kept");
  const current = async () => (await product.who.ask("GET", "/api/runs?flow=main")).json().run;
  expect(await current()).toMatchObject({ status: "done", answers: { "main.name": "Anahí" } });
  clock.pass(60 * 60);
  expect(await current()).toBeNull();
  clock.pass(86_400);
  expect((await product.begin("kept")).run).toBe(kept.run);
});
