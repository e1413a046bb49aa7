/** Whom a call reaches: the address of the setting, and below it; nobody else is ever asked. */
import { describe, expect, onTestFinished, test } from "vitest";
import { connectionsTo, sendUpstream } from "../../server/services/send-upstream.ts";
import { startStandIn } from "../support/stand-in.ts";
import { against, good } from "./service-parts.ts";

describe("nobody else is reached", () => {
  /** Somebody beside the upstream, who must never hear anything. */
  const bystander = async () => {
    const other = await startStandIn({ "GET /": good, "POST /": good });
    onTestFinished(() => other.stop());
    return other;
  };

  test.each([301, 302, 303, 307, 308])("a redirect with %d is a failure", async (status) => {
    const other = await bystander();
    const { call, upstream } = await against({ status, headers: { location: other.url } });
    expect(await call()).toMatchObject({ ok: false, status, failure: "status" });
    expect(upstream.requests).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });

  const tricks = [
    "http://evil.example/",
    "//evil.example",
    "/../../admin",
    "?a=b#c",
    "a@evil.example",
    "..%2f..",
    "\\\\evil",
  ];

  test.each(tricks)("an input like %s stays an input", async (plate) => {
    const query = { plate: { var: "input.plate" } };
    const more = { method: "GET", query } as const;
    const { call, upstream } = await against(good, { ...more, body: null }, { base: "/api/v1/" });
    expect(await call({ plate })).toMatchObject({ ok: true });
    expect(upstream.requests).toMatchObject([{ path: "/api/v1/loans/quote", query: { plate } }]);
  });

  test.each([
    "../admin",
    "loans/../../admin",
    "/admin",
    "//evil.example/a",
    "http://evil.example/a",
    "loans/%2e%2e/a",
    "",
    "a?b",
    "a#b",
    "a\\b",
  ])("the path %j is refused before anything is sent", async (path) => {
    const { call, upstream } = await against(good, { path });
    await expect(call()).rejects.toThrow("plain segments");
    expect(upstream.requests).toEqual([]);
  });

  test("whatever address comes about, only those of the settings are connected to", async () => {
    const [known, other] = await Promise.all([bystander(), bystander()]);
    const { dispatcher, close } = connectionsTo([`${known.url}/api/`]);
    onTestFinished(close);
    const look = { name: "SI", colour: "#000000" };
    const brand = { code: "SI", ...look, mails: () => look, facts: {} };
    const send = (base: string, path: string) => {
      const request = { method: "GET", path, query: {}, headers: {}, body: undefined } as const;
      return sendUpstream({ request, brand, key: "key-1", timeout: 500 }, { base, dispatcher });
    };
    const below = "must be below";
    await expect(send(`${known.url}/api/`, "../admin")).rejects.toThrow(below);
    await expect(send(`${known.url}/api/`, `${other.url}/`)).rejects.toThrow(below);
    await expect(send(`${known.url}/api`, "quote")).rejects.toThrow(below);
    await expect(send(`${other.url}/`, "quote")).rejects.toThrow("no setting names this origin");
    expect([...known.requests, ...other.requests]).toEqual([]);
    expect(await send(`${known.url}/api/`, "quote")).toMatchObject({ status: 404 });
    expect(known.requests.map(({ path }) => path)).toEqual(["/api/quote"]);
  });

  test("the environment's proxy is none of ours", async () => {
    const other = await bystander();
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"]) {
      const before = process.env[name];
      process.env[name] = name.startsWith("NODE") ? "1" : other.url;
      onTestFinished(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
    }
    const { call, upstream } = await against(good);
    expect(await call()).toMatchObject({ ok: true });
    expect(upstream.requests).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });
});
