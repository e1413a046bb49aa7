/** What a call gives, what it sends, and what is cached; what misbehaves is in services.test.ts. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { CompiledCall } from "../../schemas/engine/types/index.ts";
import { createAnswerCache } from "../../server/services/answer-cache.ts";
import { createServices, toOptions } from "../../server/services/services.ts";
import { startStandIn, type Behaviour, type Route } from "../support/stand-in.ts";
import { keptLog, projectServices, revisionOf, setClock, temporaryStore } from "./parts.ts";

const compiled = (more: Partial<CompiledCall> = {}): CompiledCall => ({
  service: "branchOffice",
  call: "cities",
  method: "GET",
  path: "base/cities",
  input: { city: { type: "string" }, page: { type: "integer" } },
  optional: ["city", "page"],
  headers: { companyid: { var: "brand.companyId" } },
  query: { companyId: { var: "brand.companyId" }, city: { var: "input.city" }, page: { var: "input.page" } },
  answer: { type: "array", items: { type: "object", required: ["value"] } },
  options: { value: "value", label: "label", description: "note" },
  timeout: 60_000,
  cache: 0,
  ...more,
});

async function against(base: string, more: Partial<CompiledCall> = {}, servicesKey?: string) {
  const { store } = await temporaryStore();
  const clock = setClock();
  const config = {
    mode: "development" as const,
    upstreams: { BRANCH_OFFICE_SI: `${base}/` },
    services: { port: "off" as const, ...(servicesKey ? { key: servicesKey } : {}) },
  };
  const log = keptLog();
  const services = createServices({
    store,
    config,
    embedded: await projectServices(),
    log,
    clock: clock.now,
  });
  onTestFinished(() => services.close());
  const revision = await revisionOf("SI", { "branchOffice.cities": compiled(more) });
  const call = (input: Record<string, unknown> = {}, key = "key-1", within = Infinity) =>
    services.call({ revision, call: "branchOffice.cities", input, key, within });
  return { call, clock, log };
}

async function standIn(route: Route, more: Partial<CompiledCall> = {}, servicesKey?: string) {
  const server = await startStandIn({ [`${more.method ?? "GET"} /api/base/cities`]: route });
  onTestFinished(() => server.stop());
  return { server, ...(await against(`${server.url}/api`, more, servicesKey)) };
}

describe("results", () => {
  const good = [{ value: "Lima" }];

  test.each<[string, Route, object]>([
    ["answers", { body: good }, { ok: true, status: 200, data: good }],
    ["answers 201", { status: 201, body: good }, { ok: true, status: 201, data: good }],
    [
      "says no with reasons",
      { status: 422, body: { a: 1 } },
      { ok: false, status: 422, failure: "status", data: { a: 1 } },
    ],
    [
      "is another shape",
      { body: [{ name: "Lima" }] },
      { ok: false, status: 200, failure: "garbled", data: null },
    ],
  ])("%s", async (_name, route, expected) => {
    const { call, server } = await standIn(route);
    expect(await call()).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  test("of an answer in another shape the log names what is missing, and tells nothing", async () => {
    const { call, log } = await standIn({ body: [{ name: "Lima" }] });
    await call();
    expect(log.text()).toContain("/0 must have required property 'value'");
    expect(log.text()).not.toContain("Lima");
  });

  test("an answer without a schema may be empty", async () => {
    const { call } = await standIn({ status: 204, body: "" }, { answer: undefined as never });
    expect(await call()).toEqual({ ok: true, status: 204, data: null });
  });

  test("a service that is nowhere is unreachable", async () => {
    const { call } = await standIn({ body: good }, { service: "nobodys" });
    expect(await call()).toEqual({ ok: false, status: 0, failure: "unreachable", data: null });
  });
});

describe("requests", () => {
  test("carry key and what the rules say, who calls among it; what is absent stays out", async () => {
    const { call, server } = await standIn({ body: [] });
    await call({ city: "Viña & más", page: 2 });
    await call();
    const [first, second] = server.requests;
    expect(first).toMatchObject({
      path: "/api/base/cities",
      query: { companyId: "1", city: "Viña & más", page: "2" },
      headers: { companyid: "1", "idempotency-key": "key-1", accept: "application/json" },
    });
    expect(second?.query).toEqual({ companyId: "1" });
  });

  test("a body is built by its rule", async () => {
    const { call, server } = await standIn(
      { body: [] },
      { method: "POST", query: {}, body: { var: "input" } },
    );
    await call({ city: "Lima" });
    expect(server.requests[0]).toMatchObject({ query: {}, body: { city: "Lima" } });
  });

  test("the key of the services goes to this machine", async () => {
    const { call, server } = await standIn({ body: [] }, {}, "a-key-of-sixteen-or-more");
    await call();
    expect(server.requests[0]?.headers["x-services-key"]).toBe("a-key-of-sixteen-or-more");
  });
});

describe("cache", () => {
  test("equal questions share one answer for its time; others ask for themselves", async () => {
    const { call, clock, server } = await standIn({ body: [{ value: "Lima" }], delay: 30 }, { cache: 60 });
    const results = await Promise.all([call(), call({}, "key-2"), call({ city: "a" })]);
    expect(server.requests).toHaveLength(2);
    expect(results[0]).toEqual(results[1]);
    expect(() => (results[0].data as { value: string }[]).push({ value: "x" })).toThrow(TypeError);
    clock.pass(59);
    await call();
    expect(server.requests).toHaveLength(2);
    clock.pass(2);
    await call();
    expect(server.requests).toHaveLength(3);
  });

  test("who joins in waits no longer than they may, and the others have their answer", async () => {
    const answered = Promise.withResolvers<Behaviour>();
    const { call, server } = await standIn(() => answered.promise, { cache: 60 });
    const first = call();
    expect(await call({}, "key-2", 50)).toMatchObject({ ok: false, failure: "timeout" });
    answered.resolve({ body: [{ value: "Lima" }] });
    expect(await first).toMatchObject({ ok: true });
    expect(await call({}, "key-3", 50)).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(1);
  });

  test("a failure is not kept", async () => {
    const { call, server } = await standIn({ status: 500 }, { cache: 60 });
    expect(await call()).toMatchObject({ ok: false });
    server.set("GET /api/base/cities", { body: [] });
    expect(await call()).toMatchObject({ ok: true });
  });

  test("a call that has an effect is never answered from it", async () => {
    const { call, server } = await standIn(
      { body: [] },
      { cache: 60, method: "POST", body: { var: "input" } },
    );
    await call();
    await call();
    expect(server.requests).toHaveLength(2);
  });

  test("is bounded: the oldest gives way", async () => {
    const ask = vi.fn<() => Promise<string>>(async () => "x");
    const cache = createAnswerCache<string>(() => true, { size: 2 });
    for (const key of ["a", "b", "c", "b", "c", "a"]) await cache.get(key, 60, ask);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  test("an error goes to whoever asked, and is not kept", async () => {
    const cache = createAnswerCache<string>(() => true);
    await expect(cache.get("a", 60, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await cache.get("a", 60, async () => "yes")).toBe("yes");
  });
});

test.each([
  [[{ value: "a", label: "A", note: "n" }], [{ value: "a", label: "A", description: "n" }]],
  [[{ value: 7, label: "siete" }], [{ value: "7", label: "siete" }]],
  [
    [
      { value: "a", label: "A" },
      { value: "a", label: "B" },
    ],
    [{ value: "a", label: "A" }],
  ],
  [[{ value: "", label: "A" }, { label: "B" }, { value: "c" }, null, "d", { value: {}, label: "E" }], []],
  [{ value: "a", label: "A" }, []],
  [null, []],
])("options of %j", (data, expected) => {
  expect(toOptions(compiled(), data)).toEqual(expected);
});
