/** Runs that pages of other sites hand to us: which may, by what they are known, and what a cookie is worth there. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InjectOptions } from "fastify";
import { expect, it } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { projectRoot, temporaryFolder } from "./parts.ts";

const partner = "https://partner.example";
const second = "https://second.example:8443";

async function opened(): Promise<TestApp> {
  const folder = await temporaryFolder();
  const file = "brands/SI/brand.json";
  const brand = JSON.parse(readFileSync(join(projectRoot, file), "utf8"));
  copyDefinitions(folder, { [file]: JSON.stringify({ ...brand, embeddedBy: [partner, second] }) });
  return await openApp({ copy: folder });
}

type Headers = Record<string, string>;
type Method = InjectOptions["method"];

/** As a browser asks for a script of a page of another site. */
const asker =
  (app: TestApp, origin: string | undefined, more: Headers = {}, host = "si.localhost:3000") =>
  (method: Method, url: string, body?: object, headers: Headers = {}) =>
    app.server.inject({
      method: method!,
      url,
      headers: {
        host,
        ...(origin === undefined ? {} : { origin, "sec-fetch-site": "cross-site" }),
        ...more,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });

const begin = (app: TestApp) => ({ flow: "contact", revision: app.definitions.current("SI")!.hash });

it("a page that the brand names begins, goes on and sends, by a token and without a cookie", async () => {
  const app = await opened();
  const ask = asker(app, partner);
  const begun = await ask("POST", "/api/runs", begin(app));
  expect(begun.headers).toMatchObject({
    "access-control-allow-origin": partner,
    "access-control-expose-headers": expect.stringContaining("x-session"),
    vary: expect.stringContaining("origin"),
  });
  expect(begun.headers).not.toHaveProperty("set-cookie");
  expect(begun.headers).not.toHaveProperty("access-control-allow-credentials");
  const token = String(begun.headers["x-session"]);
  const { run } = begun.json();
  const own = { authorization: `Bearer ${token}` };
  expect((await ask("POST", "/api/runs", begin(app), own)).json().run).toBe(run);
  const answers = contactAnswers["SI"]!;
  const at = `/api/runs/${run}`;
  expect((await ask("PATCH", `${at}/answers`, { version: 0, answers: {} }, own)).statusCode).toBe(204);
  const press = { step: "request", version: 0, answers };
  const sent = await ask("POST", `${at}/continue`, press, { ...own, "idempotency-key": randomUUID() });
  expect([sent.statusCode, sent.json().state.status]).toEqual([200, "done"]);
  expect(await app.store.db.selectFrom("submissions").select("run").execute()).toEqual([{ run }]);
});

it("the token is good at that page's origin, as a token, at that brand: nowhere else", async () => {
  const app = await opened();
  const begun = await asker(app, partner)("POST", "/api/runs", begin(app));
  const token = String(begun.headers["x-session"]);
  const draft = `/api/runs/${begun.json().run}/answers`;
  const body = { version: 0, answers: {} };
  const bearer = { authorization: `Bearer ${token}` };
  const cookie = { cookie: `vitrina=${token}` };
  const cases: [string, string | undefined, Headers, number][] = [
    ["its own", partner, bearer, 204],
    ["without it", partner, {}, 404],
    ["as a cookie there", partner, cookie, 404],
    ["another page that is named", second, bearer, 404],
    ["a page that is not", "https://evil.example", bearer, 403],
    ["our own page", "http://si.localhost:3000", { ...bearer, "sec-fetch-site": "same-origin" }, 404],
    ["as a cookie of our own page", undefined, cookie, 404],
    ["another's", partner, { authorization: `Bearer ${token.slice(0, -1)}_` }, 404],
  ];
  for (const [what, origin, headers, status] of cases) {
    const answer = await asker(app, origin, headers)("PATCH", draft, body);
    expect([what, answer.statusCode]).toEqual([what, status]);
  }
  const elsewhere = await asker(app, partner, bearer, "wi.localhost:3000")("PATCH", draft, body);
  expect(elsewhere.statusCode).toBe(403);
});

it("the cookie of our own pages is worth nothing on a page of another site", async () => {
  const app = await opened();
  const own = await asker(app, undefined)("POST", "/api/runs", begin(app));
  const cookie = String(own.headers["set-cookie"]).split(";", 1)[0]!;
  const draft = `/api/runs/${own.json().run}/answers`;
  const body = { version: 0, answers: {} };
  expect((await asker(app, undefined, { cookie })("PATCH", draft, body)).statusCode).toBe(204);
  expect((await asker(app, partner, { cookie })("PATCH", draft, body)).statusCode).toBe(404);
  // Who follows a link from there is who they are here.
  const link = { cookie, "sec-fetch-site": "cross-site" };
  expect((await asker(app, undefined, link)("GET", "/api/runs?flow=contact")).json().run.run).toBe(
    own.json().run,
  );
});

const refused = [
  "https://evil.example",
  "https://partner.example.evil.example",
  "https://partner.example:444",
  "http://partner.example",
  "https://PARTNER.example",
  "https://partner.example/",
  "null",
];

it.each(refused)("a page of %s is refused, and may read nothing", async (origin) => {
  const app = await opened();
  const ask = asker(app, origin);
  for (const [method, url] of [
    ["POST", "/api/runs"],
    ["PATCH", "/api/runs/x/answers"],
    ["POST", "/api/runs/x/continue"],
    ["POST", "/api/runs/x/files?name=a&field=b"],
    ["DELETE", "/api/runs/x/files/y"],
    ["OPTIONS", "/api/runs"],
    ["OPTIONS", "/api/runs/x/continue"],
  ] as const) {
    const answer = await ask(method, url);
    expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  }
});

it("a page that is named gets nothing but forms: no mail to go on elsewhere, no arriving, no page", async () => {
  const ask = asker(await opened(), partner);
  const preflight = await ask("OPTIONS", "/api/runs/x/continue");
  expect([preflight.statusCode, preflight.headers["access-control-allow-headers"]]).toEqual([
    204,
    "authorization, content-type, idempotency-key",
  ]);
  for (const url of ["/api/runs/x/handoff", "/api/handoffs", "/contacto"])
    expect([url, (await ask("POST", url)).statusCode]).toEqual([url, 403]);
  expect((await ask("GET", "/api/page?path=/")).headers).not.toHaveProperty("access-control-allow-origin");
});
