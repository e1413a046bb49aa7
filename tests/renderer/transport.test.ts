import { afterEach, describe, expect, test, vi } from "vitest";
import { http } from "../../renderer/run/transport.ts";
import { runState } from "./support/open-run.ts";

afterEach(() => vi.unstubAllGlobals());

/** What Continuar comes to when the server answers so. */
async function proceed(status: number, body: unknown) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
  return http.proceed("run-1", { step: "ask", version: 0, answers: {} }, "key");
}

test.each([
  [undefined, null],
  ["token", "token"],
])("the captcha's token %j goes along as a header", async (captcha, header) => {
  let sent = new Headers();
  vi.stubGlobal("fetch", (_address: string, { headers }: RequestInit) => {
    sent = new Headers(headers);
    return Promise.resolve(Response.json({}));
  });
  await http.proceed("run-1", { step: "ask", version: 0, answers: {} }, "key", captcha);
  expect(sent.get("x-captcha")).toBe(header);
  expect(sent.get("idempotency-key")).toBe("key");
});

describe("what the server answers to Continuar", () => {
  const refused = { state: runState(), outcome: { refuse: [] }, options: { times: [] } };

  test("is an answer where answers are refused too: it says what to mend and what is offered now", async () => {
    expect(await proceed(422, refused)).toEqual({ kind: "answer", data: refused });
    expect(await proceed(200, refused)).toEqual({ kind: "answer", data: refused });
  });

  test("is a refusal where it names an error, and lost where it is neither", async () => {
    const problem = { error: "hidden-value", message: "No se preguntó", requestId: "r" };
    expect(await proceed(422, problem)).toEqual({ kind: "refusal", status: 422, problem });
    expect(await proceed(422, { detail: "somebody else's" })).toEqual({ kind: "lost" });
    expect(await proceed(502, refused)).toEqual({ kind: "lost" });
  });
});
