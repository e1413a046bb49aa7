/** Calls that are made again while the service answers with a status that their definition names; and headers. */
import { describe, expect, onTestFinished, test } from "vitest";
import type { CompiledCall } from "../../schemas/engine/all.ts";
import { createServicesListener } from "../../server/services/listener.ts";
import { sendEmbedded } from "../../server/services/send-embedded.ts";
import { sendUpstream } from "../../server/services/send-upstream.ts";
import type { EmbeddedService, ServiceRequest } from "../../server/services/embedded/service.ts";
import { CallInputError, createServices } from "../../server/services/services.ts";
import { Agent } from "undici";
import { never, startStandIn, type Behaviour } from "../support/stand-in.ts";
import { keptLog, projectServices, revisionOf, temporaryStore } from "./parts.ts";

const route = "POST /bookings";
const compiled = (more: Partial<CompiledCall>): CompiledCall => ({
  service: "bookings",
  call: "book",
  method: "POST",
  path: "bookings",
  input: { plate: { type: "string" }, site: {} },
  optional: ["site"],
  query: {},
  body: { var: "input" },
  answer: { type: "object", required: ["id"] },
  timeout: 60_000,
  cache: 0,
  ...more,
});

/** A call of a stand-in that gives these answers, one after the other; the last one from then on. */
async function against(answers: Behaviour[], more: Partial<CompiledCall>) {
  let next = 0;
  const upstream = await startStandIn({ [route]: () => answers[Math.min(next++, answers.length - 1)]! });
  onTestFinished(() => upstream.stop());
  const { store } = await temporaryStore();
  const config = {
    mode: "development" as const,
    upstreams: { BOOKINGS: `${upstream.url}/` },
    services: { port: "off" as const },
  };
  const services = createServices({ store, config, embedded: await projectServices(), log: keptLog() });
  onTestFinished(() => services.close());
  const revision = await revisionOf("SI", { "bookings.book": compiled(more) });
  const call = (input: Record<string, unknown> = {}, within?: number) =>
    services.call({
      revision,
      call: "bookings.book",
      input: { plate: "BBBB12", ...input },
      key: "key-1",
      ...(within === undefined ? {} : { within }),
    });
  return { upstream, call };
}

const down: Behaviour = { status: 500, body: { error: "down" } };
const good: Behaviour = { body: { id: 7 } };
const retries = { times: 5, on: [500] };

describe("retries", () => {
  test("go on until the service answers otherwise, with the same key and body", async () => {
    const { call, upstream } = await against([down, down, down, good], { retries });
    expect(await call()).toEqual({ ok: true, status: 200, data: { id: 7 } });
    expect(upstream.requests).toHaveLength(4);
    const same = new Set(
      upstream.requests.map(({ headers, body }) => JSON.stringify([headers["idempotency-key"], body])),
    );
    expect(same).toEqual(new Set([JSON.stringify(["key-1", { plate: "BBBB12" }])]));
  });

  test("are no more than the definition says", async () => {
    const { call, upstream } = await against([down], { retries: { times: 2, on: [500] } });
    expect(await call()).toMatchObject({ ok: false, status: 500, failure: "status" });
    expect(upstream.requests).toHaveLength(3);
  });

  test.each<[string, Behaviour, object]>([
    ["a status that is not named", { status: 503, body: {} }, { failure: "status", status: 503 }],
    ["a refusal", { status: 400, body: {} }, { failure: "status", status: 400 }],
    ["a time-out", { ...good, delay: never }, { failure: "timeout" }],
    ["an answer that was cut off", { ...good, cutOff: "within" }, { failure: "unreachable" }],
    ["an answer of another shape", { body: {} }, { failure: "garbled" }],
  ])("do not follow %s", async (_, behaviour, expected) => {
    const timeout = behaviour.delay === never ? 400 : 60_000;
    const { call, upstream } = await against([behaviour], { retries, timeout });
    expect(await call()).toMatchObject({ ok: false, ...expected });
    expect(upstream.requests).toHaveLength(1);
  });

  test.each<[string, "garbled" | "refused", Behaviour[], number, object]>([
    ["what cannot be read", "garbled", [{ body: "<html>" }, good], 2, { ok: true, data: { id: 7 } }],
    ["what lacks its keys", "garbled", [{ body: {} }], 3, { ok: false, failure: "garbled" }],
    ["what is no success", "refused", [{ body: { id: 0 } }, good], 2, { ok: true, data: { id: 7 } }],
    ["only what is named", "refused", [{ body: {} }, good], 1, { ok: false, failure: "garbled" }],
  ])("follow %s where the definition names it", async (_, name, answers, requests, expected) => {
    const success = { ">": [{ var: "answer.id" }, 0] };
    const { call, upstream } = await against(answers, { success, retries: { times: 2, on: [name] } });
    expect(await call()).toMatchObject(expected);
    expect(upstream.requests).toHaveLength(requests);
  });

  test("follow nothing where the definition has none", async () => {
    const { call, upstream } = await against([down, good], {});
    expect(await call()).toMatchObject({ ok: false, status: 500 });
    expect(upstream.requests).toHaveLength(1);
  });

  test("stay within the time that the attempt has left", async () => {
    const { call, upstream } = await against([down, { ...good, delay: never }], { retries });
    expect(await call({}, 2_000)).toMatchObject({ ok: false, failure: "timeout" });
    expect(upstream.requests).toHaveLength(2);
  });
});

describe("retries until an answer", () => {
  const until = { answer: { ">": [{ var: "answer.fee" }, 0] }, times: 2 };
  const given = (fee: number): Behaviour => ({ body: { id: 7, fee } });

  test.each<[string, Behaviour[], number, object]>([
    ["the one that is waited for", [given(0), given(0), given(9)], 3, { ok: true, data: { fee: 9 } }],
    ["no more than is said: the last one counts", [given(0)], 3, { ok: true, data: { fee: 0 } }],
    ["at once where it is the first", [given(9)], 1, { ok: true, data: { fee: 9 } }],
    ["and failures apart from them", [given(0), down, given(0), given(9)], 4, { ok: true, data: { fee: 9 } }],
    ["but no failure more than is said", [given(0), down], 3, { ok: false, status: 500 }],
    ["and what a rule cannot read is none", [{ body: { id: 7, fee: "x" } }], 3, { ok: true }],
    ["after a time-out nothing", [{ ...given(0), delay: never }], 1, { ok: false, failure: "timeout" }],
  ])("%s", async (_name, answers, requests, expected) => {
    const timeout = answers[0]!.delay === never ? 400 : 60_000;
    const { call, upstream } = await against(answers, { timeout, retries: { times: 1, on: ["5XX"], until } });
    expect(await call()).toMatchObject(expected);
    expect(upstream.requests).toHaveLength(requests);
  });

  test("stay within the time that all have together", async () => {
    const { call, upstream } = await against([given(0), { ...given(0), delay: never }], {
      retries: { times: 1, on: ["5XX"], until: { ...until, times: 5 } },
    });
    expect(await call({}, 2_000)).toMatchObject({ ok: false, failure: "timeout" });
    expect(upstream.requests).toHaveLength(2);
  });
});

describe("headers", () => {
  const headers = { "x-site": { var: "brand.name" }, "x-page": { var: "input.site" }, "x-kind": 2 };

  test("carry what the rules say, and leave out what is absent", async () => {
    const { call, upstream } = await against([good], { headers });
    await call({ site: "vitrina" });
    await call();
    const [first, second] = upstream.requests;
    expect(first?.headers).toMatchObject({
      "x-site": "Salazar Israel",
      "x-page": "vitrina",
      "x-kind": "2",
      "idempotency-key": "key-1",
    });
    expect(second?.headers).not.toHaveProperty("x-page");
  });

  test.each([["a\r\nx-other: b"], ["año"], [{ a: 1 }], [["a"]]])("never hold %j", async (site) => {
    const { call, upstream } = await against([good], { headers });
    await expect(call({ site })).rejects.toThrow(CallInputError);
    expect(upstream.requests).toEqual([]);
  });

  test("take the place of none of the server's own", async () => {
    const { call, upstream } = await against([good], {
      headers: { accept: "text/html", "idempotency-key": "x" },
    });
    await call();
    expect(upstream.requests[0]?.headers).toMatchObject({
      accept: "application/json",
      "idempotency-key": "key-1",
    });
  });

  test("reach an embedded service in this process and over its listener", async () => {
    const asked: ServiceRequest[] = [];
    const embedded: EmbeddedService = {
      service: "bookings",
      caller: {
        header: "companyId",
        description: "",
        schema: {},
        of: ({ facts }) => String(facts["companyId"]),
      },
      routes: [
        {
          method: "POST",
          path: "/bookings",
          handle: async (request) => {
            asked.push(request);
            return { status: 200, body: {} };
          },
        },
      ],
    };
    const look = { name: "SI", colour: "#000000" };
    const brand = { code: "SI", ...look, mails: () => look, facts: { companyId: 1 } };
    const listener = createServicesListener({
      embedded: [embedded],
      brands: () => [brand],
      config: { services: { port: 0 } },
    });
    const port = await listener.listen();
    onTestFinished(() => listener.close());
    const request = {
      method: "POST",
      path: "bookings",
      query: {},
      headers: { "x-site": "web", companyid: "1" },
      body: {},
    } as const;
    const sending = { request, brand, key: "key-1", timeout: 2000 };
    await sendEmbedded(sending, embedded);
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    await sendUpstream(sending, { base: `http://127.0.0.1:${port}/`, dispatcher });
    expect(asked.map(({ headers: got }) => got["x-site"])).toEqual(["web", "web"]);
  });
});
