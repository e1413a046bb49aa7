/** What a call shows to whom it reaches: tokens, and the proof that a person asks. */
import { describe, expect, test } from "vitest";
import type { CompiledCall } from "../../schemas/engine/all.ts";
import { projectCalls } from "./parts.ts";
import { against, good, type Given } from "./service-parts.ts";

type Input = Record<string, unknown>;

const unauthorized = { ok: false, status: 0, failure: "unauthorized", data: null };

describe("authorization", () => {
  const own = { var: "input.token" };
  const tokens = { LOANS: "of-all", LOANS_WI: "of-wigo" };

  test.each<[string, Partial<CompiledCall>, Given, Input, string]>([
    ["the setting's token", { authorization: { scheme: "token" } }, { tokens }, {}, "of-all"],
    [
      "the brand's own",
      { authorization: { scheme: "bearer" } },
      { tokens, brand: "WI" },
      {},
      "Bearer of-wigo",
    ],
    ["a person's", { authorization: { scheme: "token", token: own } }, {}, { token: "mine" }, "mine"],
    [
      "a person's, though there is a setting",
      { authorization: { scheme: "bearer", token: own } },
      { tokens },
      { token: "mine" },
      "Bearer mine",
    ],
  ])("carries %s", async (_name, more, given, input, expected) => {
    const { call, upstream, log } = await against(good, more, given);
    expect(await call(input)).toMatchObject({ ok: true });
    expect(upstream.requests[0]?.headers.authorization).toBe(expected);
    expect(log.text()).not.toContain(expected);
  });

  test.each<[string, Partial<CompiledCall>, Given, Input]>([
    ["there is no setting", { authorization: { scheme: "token" } }, {}, {}],
    [
      "the setting is another brand's",
      { authorization: { scheme: "token" } },
      { tokens: { LOANS_WI: "x" } },
      {},
    ],
    ["the person has none", { authorization: { scheme: "bearer", token: own } }, { tokens }, {}],
    ["it is empty", { authorization: { scheme: "bearer", token: own } }, { tokens }, { token: "" }],
    [
      "it would end the line",
      { authorization: { scheme: "token", token: own } },
      {},
      { token: "a\r\nx-b: 1" },
    ],
    ["it is no text", { authorization: { scheme: "token", token: own } }, {}, { token: { a: 1 } }],
  ])("without a token (%s) nothing is sent", async (_name, more, given, input) => {
    const { call, upstream, log } = await against(good, more, given);
    expect(await call(input)).toEqual(unauthorized);
    expect(upstream.requests).toEqual([]);
    expect(log.text()).toContain("loans.quote");
    expect(log.text()).not.toContain("x-b");
  });

  test("a call that says nothing of it carries none, whatever the settings", async () => {
    const { call, upstream } = await against(good, {}, { tokens });
    await call();
    expect(upstream.requests[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("the captcha", () => {
  test("goes along where the call says so, and nowhere else", async () => {
    const marked = await against(good, { captcha: true });
    await marked.call({}, "proof-1");
    await marked.call();
    expect(marked.upstream.requests.map(({ headers }) => headers["x-recaptcha-authorization"])).toEqual([
      "reCAPTCHA proof-1",
      undefined,
    ]);
    const other = await against(good);
    await other.call({}, "proof-1");
    expect(JSON.stringify(other.upstream.requests)).not.toContain("proof-1");
    expect(marked.log.text() + other.log.text()).not.toContain("proof-1");
  });

  test.each(["a b", "a\nb", "ñ", "", "a".repeat(5000)])("%j is none: nothing is sent", async (captcha) => {
    const { call, upstream } = await against(good, { captcha: true });
    expect(await call({}, captcha)).toEqual(unauthorized);
    expect(upstream.requests).toEqual([]);
  });
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8::1%eth0", "2001:db8::1"],
  ["unix:", undefined],
  ["203.0.113.7\r\nx-b: 1", undefined],
  ["", undefined],
])("from where a person asks (%j) goes along as %j, where the call says so alone", async (given, sent) => {
  const marked = await against(good, { visitorAddress: true });
  await marked.call({}, undefined, given);
  await marked.call();
  const carried = marked.upstream.requests.map(({ headers }) => headers["x-forwarded-for"]);
  expect(carried).toEqual([sent, undefined]);
  const other = await against(good);
  await other.call({}, undefined, given);
  expect(other.upstream.requests[0]?.headers).not.toHaveProperty("x-forwarded-for");
  expect(marked.log.text()).not.toContain("203.0.113");
});

test("what the specification says of single calls stands in their definitions", async () => {
  const defined = await projectCalls();
  const fiveTimes = { times: 5, on: [500] };
  const hasFee = { ">": [{ var: "answer.data.duesValue" }, 0] };
  const untilItHasAFee = {
    times: 1,
    on: ["4XX", "5XX", "garbled", "refused"],
    until: { answer: hasFee, times: 2 },
  };
  const said = Object.entries(defined).flatMap(([name, { retries, captcha }]) =>
    retries || captcha ? [[name, { retries, captcha }] as const] : [],
  );
  expect(said.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
    ["appointment.book", { retries: fiveTimes, captcha: true }],
    ["appointment.cancel", { captcha: true }],
    ["appointment.cancelOwn", { captcha: true }],
    ["appointment.move", { captcha: true }],
    ["appointment.peopleDays", { retries: fiveTimes }],
    ["appointment.peopleTimes", { retries: fiveTimes }],
    ["buyingFlow.external", { captcha: true }],
    ["carInformation.byRut", { retries: fiveTimes }],
    ["financial.dpsSimulation", { retries: untilItHasAFee }],
    ["financial.simulation", { retries: untilItHasAFee }],
    ["financial.simulationV2", { retries: untilItHasAFee }],
    ["gacSoap.carsByDni", { retries: fiveTimes }],
    ["kinto.quote", { captcha: true }],
    ["lead.quote", { captcha: true }],
    ["reservation.cancel", { captcha: true }],
    ["reservation.reserve", { retries: { times: 2, on: [500] } }],
  ]);
});
