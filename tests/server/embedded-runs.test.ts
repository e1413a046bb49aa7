/** Runs that pages of other sites hand to us: which may, by what they are known, and what a cookie is worth there. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InjectOptions } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { captchaFiles } from "../support/captcha-definitions.ts";
import { contactAnd } from "../support/contact-alone.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { startStandIn, type Behaviour, type StandIn } from "../support/stand-in.ts";
import { goodClaim, openClaims } from "./claim-parts.ts";
import { pdf, stored } from "./files-parts.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const partner = "https://partner.example";
const second = "https://second.example:8443";

async function opened({
  env = {},
  files = {},
}: { env?: Record<string, string>; files?: Record<string, string> } = {}): Promise<TestApp> {
  const folder = await temporaryFolder();
  const file = "brands/SI/brand.json";
  const brand = JSON.parse(files[file] ?? readFileSync(join(projectRoot, file), "utf8"));
  const own = { ...files, [file]: JSON.stringify({ ...brand, embeddedBy: [partner, second] }) };
  copyDefinitions(folder, contactAnd(own));
  return await openApp({ copy: folder, env });
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
    "authorization, content-type, idempotency-key, x-captcha",
  ]);
  for (const url of ["/api/runs/x/handoff", "/api/handoffs", "/contacto"])
    expect([url, (await ask("POST", url)).statusCode]).toEqual([url, 403]);
  expect((await ask("GET", "/api/page?path=/")).headers).not.toHaveProperty("access-control-allow-origin");
});

describe("with a captcha", () => {
  const verified = (hostname: string, more: object = {}): Behaviour => ({
    body: { success: true, hostname, action: "idea_refuse", score: 0.9, ...more },
  });

  async function guarded(): Promise<{ app: TestApp; provider: StandIn; ideas: StandIn }> {
    const provider = await startStandIn({ "POST /siteverify": verified("partner.example") });
    const ideas = await startStandIn({ "POST /ideas": { body: {} } });
    onTestFinished(async () => void (await Promise.all([provider.stop(), ideas.stop()])));
    const env = {
      CAPTCHA: "recaptcha",
      CAPTCHA_SITE_KEY: "site-key",
      CAPTCHA_SECRET: "secret",
      CAPTCHA_VERIFY_URL: `${provider.url}/siteverify`,
      UPSTREAM_IDEAS: `${ideas.url}/`,
    };
    return { app: await opened({ env, files: captchaFiles("SI") }), provider, ideas };
  }

  it("such a page is told what its form has to bring, and of which flow", async () => {
    const { app } = await guarded();
    const told = async (flow: string): Promise<unknown> =>
      (await asker(app, partner)("GET", `/embed/${flow}.json`)).json().captcha;
    expect(await told("idea-refuse")).toEqual({
      provider: "recaptcha",
      siteKey: "site-key",
      scriptUrl: "https://www.google.com/recaptcha/api.js",
      action: "idea_refuse",
      tokens: 1,
    });
    expect(await told("branch-finder")).toBeUndefined();
  });

  const cases: [string, string | undefined, Behaviour, number][] = [
    ["of that page", "token", verified("partner.example"), 200],
    ["of our own page", "token", verified("si.localhost"), 403],
    ["of another page that is named", "token", verified("second.example"), 403],
    ["of a page that is not named", "token", verified("evil.example"), 403],
    ["for another flow", "token", verified("partner.example", { action: "contact" }), 403],
    ["of a program", "token", verified("partner.example", { score: 0.1 }), 403],
    ["that nobody can verify", "token", { status: 500 }, 403],
    ["that is missing", undefined, verified("partner.example"), 403],
  ];

  it.each(cases)("a token %s", async (_what, token, behaviour, status) => {
    const { app, provider, ideas } = await guarded();
    provider.set("POST /siteverify", behaviour);
    const ask = asker(app, partner);
    const begun = await ask("POST", "/api/runs", { ...begin(app), flow: "idea-refuse" });
    const sent = await ask(
      "POST",
      `/api/runs/${begun.json().run}/continue`,
      { step: "idea", version: 0, answers: { "idea.text": "Té" } },
      {
        authorization: `Bearer ${String(begun.headers["x-session"])}`,
        "idempotency-key": randomUUID(),
        ...(token === undefined ? {} : { "x-captcha": token }),
      },
    );
    expect([sent.statusCode, ideas.requests.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status !== 200) expect(sent.json().error).toBe("captcha");
  });

  it("a token of a page that is named is worth nothing on our own", async () => {
    const { app, ideas } = await guarded();
    const who = visitor(app, "SI");
    const { run } = (await who.ask("POST", "/api/runs", { ...begin(app), flow: "idea-refuse" })).json();
    const press = { step: "idea", version: 0, answers: { "idea.text": "Té" } };
    const sent = await who.ask("POST", `/api/runs/${run}/continue`, press, {
      "idempotency-key": randomUUID(),
      "x-captcha": "token",
    });
    expect([sent.statusCode, ideas.requests]).toEqual([403, []]);
  });
});

describe("a file", () => {
  const sheet = { type: "application/pdf", name: "carnet.pdf" };

  async function begun() {
    const app = await openClaims(undefined, {}, { embeddedBy: [partner] });
    const answer = await asker(app, partner)("POST", "/api/runs", { flow: "claim", revision: "-" });
    const bearer = { authorization: `Bearer ${String(answer.headers["x-session"])}` };
    const run: string = answer.json().run;
    /** The file itself is the body. */
    const upload = (origin: string | undefined, headers: Headers) =>
      app.server.inject({
        method: "POST",
        url: `/api/runs/${run}/files?name=${sheet.name}&field=sheet.paper`,
        headers: {
          host: "si.localhost:3000",
          "content-type": sheet.type,
          ...(origin === undefined ? {} : { origin, "sec-fetch-site": "cross-site" }),
          ...headers,
        },
        payload: pdf,
      });
    return { app, run, bearer, upload };
  }

  it("of a page that is named is taken, sent with the answers, and given back to nobody else", async () => {
    const { app, run, bearer, upload } = await begun();
    const taken = await upload(partner, bearer);
    expect([taken.statusCode, taken.headers["access-control-allow-origin"]]).toEqual([201, partner]);
    const file = taken.json();
    expect(file).toMatchObject({ name: sheet.name, size: pdf.length, type: sheet.type });
    const ask = asker(app, partner, bearer);
    const at = `/api/runs/${run}`;
    expect((await ask("GET", `${at}/files/${file.id}`)).rawPayload.equals(pdf)).toBe(true);
    expect((await asker(app, second, bearer)("GET", `${at}/files/${file.id}`)).statusCode).toBe(404);
    const spare = (await upload(partner, bearer)).json();
    expect((await ask("DELETE", `${at}/files/${spare.id}`)).statusCode).toBe(204);
    const press = { step: "sheet", version: 0, answers: { ...goodClaim, "sheet.paper": file } };
    const sent = await ask("POST", `${at}/continue`, press, { "idempotency-key": randomUUID() });
    expect([sent.statusCode, sent.json().state.status]).toEqual([200, "done"]);
    expect((await stored(app)).map(({ id }) => id)).toEqual([file.id]);
  });

  it("of any other page, or without the token, is refused, and nothing of it is kept", async () => {
    const { app, bearer, upload } = await begun();
    const cases: [string | undefined, Headers, number][] = [
      ["https://evil.example", bearer, 403],
      [second, bearer, 403],
      ["null", bearer, 403],
      [partner, {}, 404],
      [undefined, bearer, 404],
    ];
    for (const [origin, headers, status] of cases) {
      const answer = await upload(origin, headers);
      expect([origin, answer.statusCode]).toEqual([origin, status]);
      if (origin !== partner) expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect(await stored(app)).toEqual([]);
  });
});
