/** Upstreams that fail: those that are left alone for a while, and those that are asked again. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { never, type Behaviour } from "../support/stand-in.ts";
import { against, good } from "./service-parts.ts";

/** Puts the time of day into the test's hand, which is what a circuit goes by. */
function stopDate(): { pass(milliseconds: number): void } {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds) };
}

describe("a circuit", () => {
  const circuit = { failures: 3, pause: 5_000 };
  const down: Behaviour = { status: 500, body: {} };
  const left = { ok: false, status: 0, failure: "unreachable", data: null };

  test("opens after failures in a row, tries again after a while, and is told once per change", async () => {
    const clock = stopDate();
    const { call, upstream, log, services } = await against(down, {}, { circuit });
    for (let round = 0; round < 6; round += 1) await call();
    expect(upstream.requests).toHaveLength(3);
    expect(services.circuits()).toEqual([{ service: "loans", brand: "SI", open: true }]);
    clock.pass(4_900);
    expect(await call()).toEqual(left);
    expect(upstream.requests).toHaveLength(3);
    clock.pass(200);
    expect(await call()).toMatchObject({ status: 500 });
    expect(await call()).toEqual(left);
    expect(upstream.requests).toHaveLength(4);
    clock.pass(5_100);
    upstream.set("POST /loans/quote", good);
    expect(await call()).toMatchObject({ ok: true });
    expect(await call()).toMatchObject({ ok: true });
    expect(log.text().match(/left alone/g)).toHaveLength(1);
    expect(log.text().match(/is back/g)).toHaveLength(1);
    expect(services.circuits()).toEqual([{ service: "loans", brand: "SI", open: false }]);
  });

  test("lets one call try, and does not keep the others waiting for it", async () => {
    const clock = stopDate();
    const { call, upstream } = await against(down, {}, { circuit });
    for (let round = 0; round < 3; round += 1) await call();
    clock.pass(5_100);
    upstream.forget();
    const answered = Promise.withResolvers<Behaviour>();
    upstream.set("POST /loans/quote", () => answered.promise);
    const trial = call();
    expect(await Promise.all([call(), call()])).toEqual([left, left]);
    answered.resolve(good);
    expect(await trial).toMatchObject({ ok: true });
    expect(upstream.requests).toHaveLength(1);
  });

  test("counts a call with all its tries as one", async () => {
    const retries = { times: 2, on: ["5XX" as const] };
    const { call, upstream } = await against(down, { retries }, { circuit });
    await call();
    await call();
    expect(upstream.requests).toHaveLength(6);
    expect(await call()).toMatchObject({ status: 500 });
    expect(await call()).toEqual(left);
  });

  test.each<[string, Behaviour]>([
    ["says no", { status: 422, body: {} }],
    ["is garbled", { body: "<html>" }],
  ])("stays closed for a service that %s: it is there", async (_name, behaviour) => {
    const { call, upstream } = await against(behaviour, {}, { circuit });
    for (let round = 0; round < 6; round += 1) await call();
    expect(upstream.requests).toHaveLength(6);
  });

  test("stays closed where failures do not follow each other", async () => {
    let next = 0;
    const { call, upstream } = await against(() => (next++ % 3 === 2 ? good : down), {}, { circuit });
    for (let round = 0; round < 9; round += 1) await call();
    expect(upstream.requests).toHaveLength(9);
  });

  test.each<[string, Behaviour]>([
    ["silence", { ...good, delay: never }],
    ["cut-off answers", { ...good, cutOff: "within" }],
  ])("opens for %s too", async (_name, behaviour) => {
    const { call, upstream } = await against(behaviour, { timeout: 300 }, { circuit });
    for (let round = 0; round < 5; round += 1) await call();
    expect(upstream.requests).toHaveLength(3);
  });
});

describe("retries", () => {
  test("of all statuses of a sort leave out what is an answer", async () => {
    const retries = { times: 2, on: ["4XX" as const] };
    const { call, upstream } = await against({ status: 404, body: {} }, { retries, empty: [404] });
    expect(await call()).toMatchObject({ failure: "empty" });
    expect(upstream.requests).toHaveLength(1);
    upstream.set("POST /loans/quote", { status: 409, body: {} });
    expect(await call()).toMatchObject({ status: 409 });
    expect(upstream.requests).toHaveLength(4);
    upstream.set("POST /loans/quote", { status: 500, body: {} });
    await call();
    expect(upstream.requests).toHaveLength(5);
  });
});
