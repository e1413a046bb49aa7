/** How often one address, or a look-up of one document, may do something. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CompiledCall } from "../../schemas/engine/all.ts";
import { ApiError } from "../../server/http/errors.ts";
import { actionLimits, createLimits, type Limits } from "../../server/http/limits.ts";
import { countLookUps } from "../../server/http/look-up-limits.ts";
import type { Store } from "../../server/store/store.ts";
import { openApp, visitor } from "../support/app.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { startStandIn } from "../support/stand-in.ts";
import { fewBrands } from "../support/few-brands.ts";
import { keptLog, projectRoot, setClock, temporaryStore } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const limit = { times: 5, minutes: 10 };

/** What became of so many tries, one after another. */
async function tries(limits: Limits, subject: string, many: number, of = limit): Promise<string> {
  let outcome = "";
  for (let index = 0; index < many; index++) outcome += await once(() => limits.count(subject, of));
  return outcome;
}

async function once(work: () => Promise<void> | undefined): Promise<string> {
  try {
    await work();
    return ".";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 429 ? "x" : `(${error.status})`;
  }
}

const open = (store: Store, clock: () => Date, factor = 1) =>
  createLimits({ store, clock, log: keptLog(), factor });

describe("a limit", () => {
  it("lets so many through in its window, says when to come back, and begins anew", async () => {
    const { store } = await temporaryStore();
    const clock = setClock("2026-11-21T12:03:00.000Z");
    const limits = open(store, clock.now);
    expect(await tries(limits, "ana", 7)).toBe(".....xx");
    expect(await tries(limits, "eva", 1)).toBe(".");
    expect(() => limits.count("ana", limit)).toThrowError(
      expect.objectContaining({ status: 429, code: "too-many", retryAfter: 7 * 60 }),
    );
    clock.pass(7 * 60 - 1);
    expect(await tries(limits, "ana", 1)).toBe("x");
    clock.pass(1);
    expect(await tries(limits, "ana", 6)).toBe(".....x");
  });

  it("is one for all processes on a store, to the last turn where it is small", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    const [one, two] = [open(store, clock.now), open(store, clock.now)];
    const outcomes = await Promise.all([...Array(8).keys()].map((n) => tries(n % 2 ? one : two, "ana", 1)));
    expect(outcomes.toSorted().join("")).toBe(".....xxx");
    // A third one that has just started knows it too.
    expect(await tries(open(store, clock.now), "ana", 1)).toBe("x");
  });

  it("takes turns in blocks where it is ample: no statement for most, never more than it says", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    const ample = { times: 100, minutes: 1 };
    const limits = open(store, clock.now);
    const asked: unknown[] = [];
    for (let index = 0; index < 100; index++) asked.push(limits.count("ana", ample) ?? "at once");
    await Promise.all(asked);
    const later = open(store, clock.now);
    expect(await tries(later, "ana", 2, ample)).toBe("xx");
    const fresh: unknown[] = [];
    for (let index = 0; index < 100; index++) {
      const counting = later.count("eva", ample);
      fresh.push(counting === undefined);
      await counting;
    }
    // The first ones one by one, then ever more together.
    expect(fresh.slice(0, 16)).not.toContain(true);
    expect(fresh.filter((atOnce) => !atOnce).length).toBeLessThan(45);
  });

  it("keeps nobody's address or document as a text", async () => {
    const { store } = await temporaryStore();
    const limits = open(store, setClock().now);
    await limits.countAction("begin", "203.0.113.77");
    await limits.count("gacSoap.carsByDni SI 12345678", limit);
    const rows = await store.db.selectFrom("limits").selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/203|12345678|begin|gacSoap/);
  });

  it("that cannot be counted refuses, and says so", async () => {
    const { store } = await temporaryStore();
    const log = keptLog();
    const limits = createLimits({ store, clock: setClock().now, log, factor: 1 });
    await store.db.schema.dropTable("limits").execute();
    expect(await tries(limits, "ana", 2)).toBe("(503)(503)");
    expect(log.text()).toContain("could not be counted");
  });

  it("is multiplied by the setting for addresses, and counts a network of IPv6 as one", async () => {
    const { store } = await temporaryStore();
    const { times } = actionLimits.upload;
    const limits = open(store, setClock().now, 3 / times);
    const outcomes: string[] = [];
    for (const tail of ["1", "2", "3:4", "5"]) {
      outcomes.push(await once(() => limits.countAction("upload", `2001:db8:1:2::${tail}`)));
    }
    outcomes.push(await once(() => limits.countAction("upload", "2001:db8:1:3::1")));
    expect(outcomes.join("")).toBe("...x.");
  });
});

describe("look-ups of a person", () => {
  const call = {
    service: "cars",
    call: "ofPerson",
    limit: { by: { var: "input.rut" }, times: 2, minutes: 60 },
  };
  const asCall = call as unknown as CompiledCall;

  it("are counted by document however it is written, by call and brand", async () => {
    const { store } = await temporaryStore();
    const clock = setClock().now;
    const count = countLookUps(open(store, clock), clock);
    const outcomes: string[] = [];
    for (const [brand, value] of [
      ["SI", "12.345.678-k"],
      ["SI", "12345678-K"],
      ["SI", "12345678k "],
      ["SI", "0012345678k"],
      ["CO", "12345678k"],
      ["SI", "9.999.999-3"],
      ["SI", null],
    ] as const) {
      outcomes.push(await once(() => count(asCall, brand, value)));
    }
    expect(outcomes.join("")).toBe("..xx...");
  });

  it("are so many from one address, each person once, where nothing is done but looked", async () => {
    const { store } = await temporaryStore();
    const clock = setClock("2026-11-21T12:00:00.000Z");
    const perAddress = { times: 2, minutes: 60 };
    const limit = { by: { var: "input.rut" }, times: 20, minutes: 60, perAddress };
    const asked = async (method: string, from: string, ruts: string[]): Promise<string> => {
      let outcome = "";
      for (const rut of ruts) {
        const one = { ...call, limit, method, call: method } as unknown as CompiledCall;
        outcome += await once(() => count(one, "SI", rut, from));
      }
      return outcome;
    };
    let count = countLookUps(open(store, clock.now), clock.now);
    expect(await asked("GET", "203.0.113.7", ["1-9", "1-9", "19", "2-7", "3-5", "1-9", "3-5"])).toBe(
      "....x.x",
    );
    // Another server, or the same after a restart, does not know who was asked about, and lets nobody new through.
    count = countLookUps(open(store, clock.now), clock.now);
    expect(await asked("GET", "203.0.113.7", ["4-3"])).toBe("x");
    expect(await asked("GET", "203.0.113.8", ["3-5"])).toBe(".");
    expect(await asked("POST", "203.0.113.7", ["1-9", "1-9", "1-9"])).toBe("..x");
    clock.pass(3600);
    expect(await asked("GET", "203.0.113.7", ["3-5", "4-3", "1-9"])).toBe("..x");
  });
});

describe("the server", () => {
  it("answers 429 with words, a request id and when to come back, and keeps the answers", async () => {
    const { times } = actionLimits.continue;
    // Two drafts fit for each Continuar, and so on: with this factor one Continuar is left.
    const app = await openApp({ env: { LIMIT_FACTOR: (1.2 / times).toFixed(4) }, clock: setClock().now });
    const who = visitor(app, "SI");
    const { hash } = app.definitions.current("SI")!;
    const { run } = (await who.ask("POST", "/api/runs", { flow: "contact", revision: hash })).json();
    await who.ask("PATCH", `/api/runs/${run}/answers`, { version: 0, answers: { "request.name": "Ana" } });
    const press = (key: string) =>
      who.ask(
        "POST",
        `/api/runs/${run}/continue`,
        { step: "request", version: 0, answers: {} },
        { "idempotency-key": key },
      );
    expect((await press("first-key")).statusCode).toBe(422);
    const refused = await press("second-key");
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json()).toEqual({
      error: "too-many",
      message: expect.stringMatching(/^Recibimos demasiadas solicitudes desde tu conexión\. Espera /),
      requestId: refused.headers["x-request-id"],
    });
    const kept = (await who.ask("GET", "/api/runs?flow=contact")).json();
    expect(kept.run.answers).toMatchObject({ "request.name": "Ana" });
    // A page says it as a page; other sites may read what they are told.
    let page = await who.ask("GET", "/contacto");
    for (let index = 0; page.statusCode === 200 && index < 10; index++)
      page = await who.ask("GET", "/contacto");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([429, "text/plain; charset=utf-8"]);
    expect(page.body).toContain(String(page.headers["x-request-id"]));
    const data = { revision: hash, flow: "contact", data: "cities", inputs: {} };
    const ask = () => who.ask("POST", "/api/data", data, { origin: "https://other.example" });
    let answer = await ask();
    for (let index = 0; answer.statusCode === 200 && index < 10; index++) answer = await ask();
    expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([429, "*"]);
  });

  it("counts a call's look-ups by its document before it is made, and not what is remembered", async () => {
    const upstream = await startStandIn({ "GET /branch-office/get-all": { body: [] } });
    onTestFinished(() => upstream.stop());
    const folder = await temporaryFolder();
    const file = "schemas/services/branch-office.json";
    const service = JSON.parse(readFileSync(join(projectRoot, file), "utf8")) as {
      calls: Record<string, object>;
    };
    const perAddress = { times: 3, minutes: 60 };
    const limit = { by: { var: "input.city" }, times: 2, minutes: 60, perAddress };
    service.calls["inCity"] = { ...service.calls["inCity"], limit };
    copyDefinitions(folder, { ...fewBrands(), [file]: JSON.stringify(service) });
    const app = await openApp({
      copy: folder,
      env: { UPSTREAM_BRANCH_OFFICE: upstream.url },
      clock: setClock().now,
    });
    const { calls } = app.definitions.current("SI")!.private;
    expect(calls["gacSoap.carsByDni"]!.limit).toEqual({
      by: { var: "input.dni" },
      times: 60,
      minutes: 60,
      perAddress: { times: 40, minutes: 60 },
    });
    const { hash } = app.definitions.current("SI")!;
    const who = visitor(app, "SI");
    const ask = async (city: string) =>
      (
        await who.ask("POST", "/api/data", {
          revision: hash,
          flow: "contact",
          data: "branches",
          inputs: { city },
        })
      ).statusCode;
    const statuses = [
      await ask("Arica"),
      await ask("arica"),
      await ask("ARICA"),
      await ask("Iquique"),
      await ask("Arica"),
      await ask("Calama"),
      await ask("Talca"),
    ];
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
    expect(upstream.requests).toHaveLength(4);
    // What is sent is looked up for the same address: the form is judged as the page showed it.
    const { run } = (await who.ask("POST", "/api/runs", { flow: "contact", revision: hash })).json();
    const send = async (city: string) => {
      const answers = { "request.city": city, "request.branch": "x" };
      const body = { step: "request", version: 0, answers };
      const key = { "idempotency-key": `to-${city}` };
      return (await who.ask("POST", `/api/runs/${run}/continue`, body, key)).statusCode;
    };
    const lists = () => upstream.requests.filter(({ path }) => path === "/branch-office/get-all").length;
    const before = lists();
    expect([await send("Talca"), lists() - before]).toEqual([422, 0]);
  });
});
