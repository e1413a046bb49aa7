/** Every kind of call to an upstream, as it came over the wire: method, address, headers and body. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingName } from "../../server/config/services.ts";
import { dealerServiceNames } from "../../server/dealers/services/names.ts";
import { createServices, type CallResult, type Services } from "../../server/services/services.ts";
import type { Store } from "../../server/store/store.ts";
import { startRecording, type Recorded, type RecordingUpstream } from "../support/recording-upstream.ts";
import { compiledBrand } from "../support/definitions.ts";
import { keptLog } from "./parts.ts";
import { contents, readUpload, uploadRun } from "./service-cases.ts";
import { serviceOfBase2, upstreamCases, upstreamsAt, type UpstreamCase } from "./upstream-cases.ts";

const names = dealerServiceNames.map(settingName);
/** Of each brand, as the specification lists them. */
const companies = { SI: "1", WI: "30" };

/** What a call may carry beside what HTTP itself needs. */
const ours = new Set([
  "authorization",
  "x-recaptcha-authorization",
  "x-site",
  "companyid",
  "idempotency-key",
  "accept",
]);

let upstream: RecordingUpstream;
const bases = new Map<1 | 2, Services>();
beforeAll(async () => {
  // Compiling lets nothing else happen for seconds: a connection that is kept would be closed by the other side unheard.
  for (const brand of Object.keys(companies)) await compiledBrand(brand);
  upstream = await startRecording();
  for (const base of [1, 2] as const) {
    const config = {
      mode: "production" as const,
      upstreams: upstreamsAt(upstream.url, names, base),
      services: { port: "off" as const },
      tokens: Object.fromEntries(names.map((name) => [name, "stored-token"])),
    };
    // Nothing is embedded, so nothing is stored.
    bases.set(base, createServices({ store: {} as Store, config, log: keptLog(), readUpload }));
  }
});
afterAll(async () => {
  for (const services of bases.values()) await services.close();
  await upstream.stop();
});

/** One call, and the first request that it made. */
async function asked(
  base: 1 | 2,
  { call, brand = "SI", input = {}, change = {}, captcha }: UpstreamCase,
): Promise<{ request: Recorded; result: CallResult }> {
  const compiled = await compiledBrand(brand);
  const calls = { [call]: { ...compiled.private.calls[call]!, cache: 0, ...change } };
  const revision = { ...compiled, hash: "hash", private: { ...compiled.private, calls } };
  upstream.requests.splice(0);
  const result = await bases.get(base)!.call({
    revision,
    call,
    input,
    key: "key-1",
    run: uploadRun,
    ...(captcha === undefined ? {} : { captcha }),
  });
  return { request: upstream.requests[0]!, result };
}

/** What a form holds, read as a server reads it. */
async function formOf({ headers, bytes }: Recorded): Promise<unknown[]> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { "content-type": String(headers["content-type"]) },
  }).formData();
  return await Promise.all(
    [...form].map(async ([part, value]) =>
      typeof value === "string"
        ? [part, value]
        : [part, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("base64")],
    ),
  );
}

describe.each([1, 2] as const)("base %i", (base) => {
  test.each(upstreamCases)("$sends ($call)", async (row) => {
    const { call, brand = "SI", sends, headers = {}, body } = row;
    upstream.answer({});
    const { request } = await asked(base, row);
    const [method, address] = sends.split(" ");
    const below = base === 1 ? "" : `/${serviceOfBase2(settingName(call.split(".")[0]!))}`;
    expect([request.method, request.address]).toEqual([method, `${below}${address}`]);
    const carried = Object.fromEntries(Object.entries(request.headers).filter(([name]) => ours.has(name)));
    expect(carried).toEqual({
      companyid: companies[brand],
      "idempotency-key": "key-1",
      accept: "application/json",
      ...headers,
    });
    const type = request.headers["content-type"];
    if (body === undefined) expect([type, request.bytes.length]).toEqual([undefined, 0]);
    else if (body !== "form") {
      expect(type).toBe("application/json");
      expect(request.bytes.toString()).toBe(JSON.stringify(body));
    } else {
      expect(type).toMatch(/^multipart\/form-data; boundary=/);
      expect(request.headers["content-length"]).toBe(String(request.bytes.length));
      expect(await formOf(request)).toEqual([
        ["data", JSON.stringify((row.input as { data: object }).data)],
        ...Object.values(contents).map(({ name, type: of, bytes }) => [
          "files",
          name,
          of,
          bytes.toString("base64"),
        ]),
      ]);
    }
  });

  test("what is answered is read back", async () => {
    const row = upstreamCases.find(({ call }) => call === "documents.attached")!;
    upstream.answer({ text: '{"value": [], "more": "ñ"}' });
    expect((await asked(base, row)).result).toMatchObject({ ok: true, status: 200 });
    upstream.answer({ status: 404, text: "" });
    expect((await asked(base, row)).result).toMatchObject({ ok: false, failure: "empty" });
  });
});

describe("a DELETE", () => {
  const row = upstreamCases.find(({ call }) => call === "appointment.cancel")!;

  test.each<[string, number, string, Partial<CallResult>]>([
    ["an empty body is false", 200, "", { ok: true, data: false }],
    ["no content is false", 204, "", { ok: true, data: false }],
    ["an answer is itself", 200, '{"id": 1}', { ok: true, data: { id: 1 } }],
    ["a refusal is none, empty or not", 404, "", { ok: false, failure: "status", data: null }],
    ["what nobody can read is none", 200, "<p>", { ok: false, failure: "garbled", data: null }],
  ])("%s", async (_name, status, text, result) => {
    upstream.answer({ status, text });
    expect((await asked(1, row)).result).toEqual({ status, ...result });
  });

  test("a definition may say that false is no success", async () => {
    upstream.answer({ status: 204, text: "" });
    const change = { success: { "!": [{ "==": [{ var: "answer" }, false] }] } };
    expect((await asked(1, { ...row, change })).result).toMatchObject({
      ok: false,
      failure: "refused",
      data: false,
    });
  });

  test("an empty body of other methods is nothing", async () => {
    upstream.answer({ status: 200, text: "" });
    const change = { answer: undefined as never, success: true };
    expect((await asked(1, { ...upstreamCases[0]!, change })).result).toMatchObject({ ok: true, data: null });
  });
});

test("every service of dealers has a row, and each of its calls says whose it is", async () => {
  const rows = new Set(upstreamCases.map(({ call }) => call.split(".")[0]!));
  expect([...rows].toSorted()).toEqual([...dealerServiceNames].toSorted());
  const { calls } = (await compiledBrand("WI")).private;
  const without = Object.entries(calls).flatMap(([name, { service, headers = {} }]) =>
    rows.has(service) && !("companyid" in headers) ? [name] : [],
  );
  expect(without).toEqual([]);
});
