/** Who is let in, and what every answer says to browsers. */
import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../server/app.ts";
import { readConfig } from "../../server/config/config.ts";
import { builtAssets } from "../../server/pages/assets.ts";
import { contentPolicy, policiesOf } from "../../server/pages/content-policy.ts";
import { redirectUrl } from "../../server/http/redirects.ts";
import { networkOf } from "../../server/http/client-network.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sharedWork } from "../support/shared-work.ts";

const host = "si.localhost:3000";

const runOf = async (who: Visitor, app: TestApp) =>
  (
    await who.ask("POST", "/api/runs", { flow: "contact", revision: app.definitions.current("SI")!.hash })
  ).json<{ run: string }>();

const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

describe("a server", () => {
  it.each(["__proto__=1", "constructor=1", "prototype", "a=1&__proto__=2", "__proto__[x]=1"])(
    "shows a brand's page whatever its address has besides: ?%s; a call with it is refused",
    async (query) => {
      const { ask } = visitor(await openApp(), "SI");
      const page = await ask("GET", `/contacto?${query}`);
      expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.body).toContain("<title>Contáctanos · Salazar Israel</title>");
      const call = await ask("GET", `/api/page?path=/contacto&${query}`);
      expect(call.statusCode).toBe(query.includes("[") ? 200 : 400);
    },
  );

  it("lets nothing measure where an address holds a key, and tells the next page of the site alone", async () => {
    const app = await openApp({ env: { TAG_CONTAINER_SI: "GTM-CANARY1" } });
    const { ask } = visitor(app, "SI");
    const measured = { policy: "strict-origin-when-cross-origin", tags: true, container: true };
    const apart = { policy: "strict-origin", tags: false, container: false };
    for (const [path, expected] of [
      ["/contacto", measured],
      ["/tu-hora?cita=Zq3xK9vT0aLm2RwY", apart],
      ["/cancela-tu-compra?compra=Zq3xK9vT0aLm2RwY", apart],
    ] as const) {
      const { headers } = await ask("GET", path);
      const [name, query] = path.split("?");
      const asked = `/api/page?path=${name}${query === undefined ? "" : `&query=${encodeURIComponent(`?${query}`)}`}`;
      const page = (await ask("GET", asked)).json<object>();
      const found = {
        policy: headers["referrer-policy"],
        tags: "tags" in page,
        container: String(headers["content-security-policy"]).includes("googletagmanager"),
      };
      expect([path, found]).toEqual([path, expected]);
    }
    // A list that is not there leads away, and is named to nobody.
    const { headers } = await ask("GET", "/documentos/Zq3xK9vT0aLm2RwY");
    expect(headers).toMatchObject({ location: "/301", "referrer-policy": "no-referrer" });
  });

  it("sets its headers on pages, the API and files, and those for TLS under TLS alone", async () => {
    const app = await openApp({ env: { TRUST_PROXY: "loopback" } });
    const { ask } = visitor(app, "SI");
    const everywhere = {
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    };
    const strict = "default-src 'none'; frame-ancestors 'none'";
    for (const [path, policy] of [
      ["/contacto", expect.stringMatching(/script-src 'self' 'sha256-[\w+/]{43}=';/)],
      ["/nothing-there", expect.stringMatching(/script-src 'self' 'sha256-[\w+/]{43}=';/)],
      ["/api/page?path=/", strict],
      ["/api/nothing", strict],
      ["/api/health", strict],
    ]) {
      const plain = await ask("GET", String(path));
      expect({ path, ...plain.headers }).toMatchObject({
        path,
        ...everywhere,
        "content-security-policy": policy,
      });
      expect(plain.headers).not.toHaveProperty("strict-transport-security");
      const { headers } = await ask("GET", String(path), undefined, { "x-forwarded-proto": "https" });
      expect([path, headers["strict-transport-security"]]).toEqual([path, "max-age=31536000"]);
    }
  });

  it("takes what is written from its own pages alone, whatever the method and the address", async () => {
    const app = await openApp();
    const asks: [InjectOptions["method"], string][] = [
      ["POST", "/api/runs"],
      ["PATCH", "/api/runs/x/answers"],
      ["POST", "/api/runs/x/continue"],
      ["POST", "/api/runs/x/files"],
      ["DELETE", "/api/runs/x/files/y"],
      ["PUT", "/api/nothing"],
      ["POST", "/contacto"],
      ["DELETE", "/nothing"],
    ];
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", origin: `http://${host}` },
    ];
    for (const [method, url] of asks) {
      for (const headers of foreign) {
        const answer = await app.server.inject({ method: method!, url, headers: { host, ...headers } });
        expect([method, url, headers, answer.statusCode]).toEqual([method, url, headers, 403]);
        expect(answer.body).toContain("Esta solicitud viene de otro sitio.");
        expect(answer.body).toContain(String(answer.headers["x-request-id"]));
      }
    }
    const own = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    const back = await app.server.inject({ method: "POST", url: "/contacto", headers: own });
    expect([back.statusCode, back.headers.location]).toEqual([303, "/contacto"]);
  });

  it("lets other sites send to a route that takes events of waits, and to no other", async () => {
    const app = await createApp({
      ...sharedWork,
      config: readConfig({ DATA_DIR: await temporaryFolder(), SERVICES_PORT: "off" }),
      assets: {
        ...(await builtAssets()),
        register: (server) => {
          server.post("/returns", { config: { fromOtherSites: "event of a wait" } }, async () => "taken");
          server.post("/others", async () => "taken");
        },
      },
      watch: false,
      logLevel: "fatal",
    });
    onTestFinished(() => app.close());
    const headers = { host, origin: "https://pay.example", "sec-fetch-site": "cross-site" };
    const statuses = ["/returns", "/others"].map(
      async (url) => (await app.server.inject({ method: "POST", url, headers })).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  it("refuses names of JavaScript's own and bodies that go too deep, wherever they come", async () => {
    const app = await openApp();
    const who = visitor(app, "SI");
    const { run } = await runOf(who, app);
    const draft = `/api/runs/${run}/answers`;
    const body = (answers: unknown) => ({ version: 0, answers });
    const cases: [InjectOptions["method"], string, unknown, string][] = [
      ["GET", "/api/runs?flow=contact&__proto__=1", undefined, "__proto__"],
      ["GET", "/api/runs?flow=contact&constructor=1", undefined, "constructor"],
      ["PATCH", draft, '{"version":0,"answers":{"__proto__":{"a":1}}}', ""],
      ["PATCH", draft, '{"version":0,"answers":{"request.name":{"a":{"\\u005f_proto__":1}}}}', ""],
      ["PATCH", draft, body({ constructor: "x" }), "constructor"],
      ["PATCH", draft, body({ "request.name": { inner: [{ prototype: 1 }] } }), "prototype"],
      ["PATCH", draft, body({ "request.name": { "a\0": 1 } }), "un carácter que no se puede guardar"],
      ["PATCH", draft, body({ "request.name": nested(20) }), "demasiados niveles"],
      ["PATCH", draft, `{"version":0,"answers":${"[".repeat(400_000)}${"]".repeat(400_000)}}`, ""],
      ["PATCH", draft, `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "demasiados niveles"],
      ["POST", "/api/data", { constructor: { prototype: {} } }, ""],
      ["POST", "/api/data", { inputs: { a: { constructor: 1 } } }, "constructor"],
    ];
    for (const [method, url, payload, named] of cases) {
      const answer = await who.ask(method, url, payload);
      expect([url, answer.statusCode, answer.json().error]).toEqual([url, 400, "bad-request"]);
      expect(answer.json().message).toContain(named);
    }
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
    const page = await who.ask("GET", "/contacto?__proto__=1");
    // A page is the brand's, whatever stands behind its address.
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  });
});

describe("a session", () => {
  it("ends after thirty days, here too, and its answers are nobody's then", async () => {
    let now = new Date("2026-11-21T12:00:00Z");
    const app = await openApp({ clock: () => now });
    const who = visitor(app, "SI");
    const { run } = await runOf(who, app);
    const current = async () => (await who.ask("GET", "/api/runs?flow=contact")).json().run?.run ?? null;
    now = new Date("2026-12-21T11:59:00Z");
    expect(await current()).toBe(run);
    now = new Date("2026-12-21T12:01:00Z");
    expect(await current()).toBeNull();
    const late = await who.ask("PATCH", `/api/runs/${run}/answers`, { version: 0, answers: {} });
    expect([late.statusCode, late.json().error]).toEqual([404, "no-run"]);
    const before = who.cookie;
    expect((await runOf(who, app)).run).not.toBe(run);
    expect(who.cookie).not.toBe(before);
  });

  it("that somebody else fixed is not adopted", async () => {
    const app = await openApp();
    const began = Math.floor(Date.now() / 1000).toString(36);
    const madeUp = `vitrina=${began}.${"A".repeat(43)}`;
    const other = visitor(app, "WI");
    const { hash } = app.definitions.current("WI")!;
    await other.ask("POST", "/api/runs", { flow: "contact", revision: hash });
    const mine = visitor(app, "SI");
    const { run } = await runOf(mine, app);
    // One that nobody began, one of another brand, and one that was changed.
    const changed = mine.cookie!.replace(
      /=[0-9a-z]+\./,
      `=${(Number.parseInt(began, 36) + 9).toString(36)}.`,
    );
    for (const cookie of [madeUp, other.cookie!, changed]) {
      const who = visitor(app, "SI", cookie);
      expect((await runOf(who, app)).run).not.toBe(run);
      expect(who.cookie).not.toBe(cookie);
    }
    // Two of the name: one of them was put there.
    const two = visitor(app, "SI", `${mine.cookie}; ${other.cookie}`);
    expect((await two.ask("GET", "/api/runs?flow=contact")).json()).toEqual({ run: null });
    expect((await mine.ask("GET", "/api/runs?flow=contact")).json().run.run).toBe(run);
  });

  it("is bound to its host under TLS, and a cookie from before TLS is not taken there", async () => {
    const app = await openApp({ env: { PUBLIC_URL: "https://autos.example" } });
    const who = visitor(app, "SI", `vitrina=${randomUUID()}`);
    const { headers } = await who.ask("POST", "/api/runs", {
      flow: "contact",
      revision: app.definitions.current("SI")!.hash,
    });
    expect(String(headers["set-cookie"])).toMatch(/^__Host-vitrina=[^;]+;.*Path=\/;.*HttpOnly;.*Secure/);
    expect(String(headers["set-cookie"])).not.toContain("Domain");
    const [, token] = who.cookie!.split("=");
    const plain = visitor(app, "SI", `vitrina=${token}`);
    expect((await plain.ask("GET", "/api/runs?flow=contact")).json()).toEqual({ run: null });
  });
});

const origin = "https://si.example";

it.each([
  ["/contacto?a=1#b", "/contacto?a=1#b"],
  ["contacto", "/contacto"],
  ["https://si.example/vehiculos", "/vehiculos"],
  ["https://si.example//evil.example/x", "/evil.example/x"],
  ["https://pay.example/back?x=1", "https://pay.example/back?x=1"],
  ["https://pay.example.evil.example/", undefined],
  ["http://pay.example/", undefined],
  ["//evil.example/x", undefined],
  ["/\\evil.example", undefined],
  ["\\\\evil.example", undefined],
  ["https:/\t/evil.example", undefined],
  ["https://si.example@evil.example/", undefined],
  ["https://si.example:pass@si.example/", undefined],
  ["https://evil.example#@si.example", undefined],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["http://si.example/", undefined],
  ["https://", undefined],
])("a redirect to %j leads to %j", (target, expected) => {
  expect(redirectUrl(target, origin, ["https://pay.example"])).toBe(expected);
});

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["somebody", "unknown"],
  [undefined, "unknown"],
])("the address %j is counted as %j", (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});

it("a page's policy lets a provider in only where it is asked to", () => {
  const captcha = {
    provider: "turnstile" as const,
    siteKey: "site",
    secret: "secret",
    verifyUrl: "https://captcha.example/verify",
    scriptUrl: "https://captcha.example/api.js",
  };
  const strict = contentPolicy("abc");
  expect(strict).toContain("script-src 'self';");
  expect(strict).not.toContain("frame-src");
  expect(contentPolicy("abc", undefined, policiesOf({}).captcha)).toBe(strict);
  const open = contentPolicy("abc", { scripts: ["'nonce-abc'"] }, policiesOf({ captcha }).captcha);
  const sources = "https://challenges.cloudflare.com https://captcha.example";
  expect(open).toContain(`script-src 'self' 'nonce-abc' ${sources};`);
  expect(open).toContain(`frame-src ${sources};`);
  expect(open).not.toContain("unsafe-eval");
});

it("lets a container of tags send what it measures, and no script in by its host", () => {
  const policy = (scriptUrl: string) =>
    contentPolicy("abc", policiesOf({ tags: { scriptUrl, containers: {} } }).tags);
  const usual = policy("https://www.googletagmanager.com/gtm.js");
  expect(usual).toContain("script-src 'self';");
  expect(usual).toMatch(/connect-src 'self' [^;]*https:\/\/\*\.google-analytics\.com/);
  expect(policy("https://tags.example/gtm.js")).toMatch(/connect-src [^;]*https:\/\/tags\.example;/);
});

it("lets scripts of a map come from its provider's own hosts, and from no other of the same company", () => {
  const scriptsOf = (scriptUrl: string): string | undefined =>
    /script-src ([^;]*);/.exec(contentPolicy("abc", policiesOf({ maps: { key: "k", scriptUrl } }).maps))?.[1];
  const hosts = "'self' https://maps.googleapis.com https://maps.gstatic.com";
  expect(scriptsOf("https://maps.googleapis.com/maps/api/js")).toBe(hosts);
  expect(scriptsOf("https://maps.example/js")).toBe(`${hosts} https://maps.example`);
});
