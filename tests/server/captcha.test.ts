/** The captcha of a flow: what the provider says decides, what it does not say the flow's policy does. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { captchaAction, verifyToken } from "../../server/captcha/verify-token.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { captchaFiles } from "../support/captcha-definitions.ts";
import { contactAlone, contactAnd } from "../support/contact-alone.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { never, startStandIn, type Behaviour, type Route, type StandIn } from "../support/stand-in.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const path = "POST /siteverify";
const good = { success: true, hostname: "si.localhost", action: "contact", score: 0.9 };

async function startProvider(route: Route): Promise<StandIn> {
  const provider = await startStandIn({ [path]: route });
  onTestFinished(() => provider.stop());
  return provider;
}

const settings = (provider: StandIn, name = "recaptcha") => ({
  CAPTCHA: name,
  CAPTCHA_SITE_KEY: "site-key",
  CAPTCHA_SECRET: "the-secret",
  CAPTCHA_VERIFY_URL: `${provider.url}/siteverify`,
  CAPTCHA_SCRIPT_URL: `${provider.url}/api.js`,
});

describe("a token", () => {
  const cases: [string, "recaptcha" | "turnstile", Behaviour, string][] = [
    ["that is good", "recaptcha", { body: good }, "passed"],
    ["with the least score", "recaptcha", { body: { ...good, score: 0.5 } }, "passed"],
    ["of a program", "recaptcha", { body: { ...good, score: 0.4 } }, "refused"],
    ["without a score", "recaptcha", { body: { ...good, score: undefined } }, "refused"],
    ["without a score, of Turnstile", "turnstile", { body: { ...good, score: undefined } }, "passed"],
    ["of another host", "turnstile", { body: { ...good, hostname: "evil.example" } }, "refused"],
    ["of no host", "recaptcha", { body: { ...good, hostname: undefined } }, "refused"],
    ["for something else", "recaptcha", { body: { ...good, action: "login" } }, "refused"],
    ["for nothing", "turnstile", { body: { ...good, action: undefined } }, "refused"],
    [
      "used before",
      "turnstile",
      { body: { success: false, "error-codes": ["timeout-or-duplicate"] } },
      "refused",
    ],
    ["refused without a reason", "recaptcha", { body: { success: false } }, "refused"],
    [
      "with a wrong secret",
      "turnstile",
      { body: { success: false, "error-codes": ["invalid-input-secret"] } },
      "misconfigured",
    ],
    [
      "in the provider's own trouble",
      "turnstile",
      { body: { success: false, "error-codes": ["internal-error"] } },
      "unanswered",
    ],
    ["answered 500", "recaptcha", { status: 500, body: good }, "unanswered"],
    ["answered by a redirect", "recaptcha", { status: 302, headers: { location: "/" } }, "unanswered"],
    ["answered with a text", "recaptcha", { body: "yes" }, "unanswered"],
    ["answered with null", "recaptcha", { body: "null" }, "unanswered"],
    ["answered as a text", "recaptcha", { body: { ...good, success: "true" } }, "unanswered"],
    ["answered at length", "recaptcha", { body: { ...good, more: "x".repeat(20_000) } }, "unanswered"],
    ["cut off", "recaptcha", { body: good, cutOff: "within" }, "unanswered"],
    ["answered too late", "recaptcha", { body: good, delay: never }, "unanswered"],
  ];

  it.concurrent.each(cases)("%s", async (_what, provider, behaviour, verdict) => {
    const standIn = await startStandIn({ [path]: behaviour });
    try {
      const config = {
        provider,
        siteKey: "site",
        secret: "the-secret",
        verifyUrl: `${standIn.url}/siteverify`,
        scriptUrl: standIn.url,
      };
      const asked = { token: "token-1", action: "contact", host: "si.localhost", address: "203.0.113.7" };
      expect(await verifyToken(config, asked)).toBe(verdict);
      const [{ body, headers }] = standIn.requests as [(typeof standIn.requests)[0]];
      expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
      expect(body).toBe("secret=the-secret&response=token-1&remoteip=203.0.113.7");
      for (const token of ["", "two words", "x".repeat(5000), "á"]) {
        expect(await verifyToken(config, { ...asked, token })).toBe("refused");
      }
      expect(standIn.requests).toHaveLength(1);
    } finally {
      await standIn.stop();
    }
  });
});

it("is for an action that both providers take", () => {
  expect(captchaAction("service-booking")).toBe("service_booking");
  expect(captchaAction("declaration-of-interest-for-dealers")).toMatch(/^declaration_[a-z_]{20}$/);
});

/** What is read again and again is read quickly then. */
const small = contactAlone();

interface Started {
  app: TestApp;
  who: Visitor;
  press(token?: string, key?: string, answers?: object): Promise<[number, string?]>;
}

async function started(
  provider: StandIn,
  unanswered: "accept" | "refuse",
  { name, env = {} }: { name?: string; env?: Record<string, string> } = {},
): Promise<Started> {
  const folder = await temporaryFolder();
  const file = "schemas/flows/contact/flow.json";
  const text = readFileSync(join(projectRoot, file), "utf8");
  copyDefinitions(folder, {
    ...small,
    [file]: text.replace('"unanswered": "accept"', `"unanswered": "${unanswered}"`),
  });
  const app = await openApp({ copy: folder, env: { ...settings(provider, name), ...env } });
  const revision = app.definitions.current("SI")!;
  expect(revision.public.flows["contact"]!.captcha).toEqual({ unanswered });
  const who = visitor(app, "SI");
  const { run } = (await who.ask("POST", "/api/runs", { flow: "contact", revision: revision.hash })).json();
  return {
    app,
    who,
    press: async (token, key = randomUUID(), answers = contactAnswers["SI"]!) => {
      const response = await who.ask(
        "POST",
        `/api/runs/${run}/continue`,
        { step: "request", version: 0, answers },
        { "idempotency-key": key, ...(token === undefined ? {} : { "x-captcha": token }) },
      );
      return [response.statusCode, response.json().error];
    },
  };
}

const submissions = async ({ store }: TestApp): Promise<number> =>
  (await store.db.selectFrom("submissions").select("id").execute()).length;

describe("a flow with a captcha", () => {
  it("goes on with a good token, which the same attempt needs once, and another attempt again", async () => {
    const provider = await startProvider({ body: good });
    const { app, press } = await started(provider, "refuse");
    // Its answers are not right: it was verified nevertheless, and a repeat is the same attempt.
    const key = randomUUID();
    expect(await press("token-1", key, {})).toEqual([422, undefined]);
    expect(await press("token-1", key, {})).toEqual([422, undefined]);
    expect(provider.requests).toHaveLength(1);
    expect(String(provider.requests[0]!.body)).toContain("response=token-1");
    const other = randomUUID();
    expect(await Promise.all([press("token-2", other), press("token-2", other)])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(provider.requests).toHaveLength(2);
    expect(await submissions(app)).toBe(1);
  });

  it("stays where it is without one, or with one that is refused, whatever its policy", async () => {
    const provider = await startProvider({ body: { success: false } });
    const { app, press } = await started(provider, "accept");
    expect(await press("bad-token")).toEqual([403, "captcha"]);
    // A provider that answers has somebody to say no to: leaving the token out is no way around it.
    expect(await press()).toEqual([403, "captcha"]);
    provider.set(path, { body: good });
    expect(await press()).toEqual([403, "captcha"]);
    provider.set(path, { body: { success: false, "error-codes": ["invalid-input-secret"] } });
    expect(await press("token")).toEqual([403, "captcha"]);
    expect(await submissions(app)).toBe(0);
    // What was refused was no attempt: the same key may come with a good token.
    const key = randomUUID();
    expect(await press("token", key)).toEqual([403, "captcha"]);
    provider.set(path, { body: good });
    expect(await press("token", key)).toEqual([200, undefined]);
  });

  it("follows its policy where the provider does not answer, or nothing of it was loaded", async () => {
    const provider = await startProvider({ status: 500 });
    const strict = await started(provider, "refuse");
    expect(await strict.press("token")).toEqual([403, "captcha"]);
    expect(await strict.press()).toEqual([403, "captcha"]);
    expect(await submissions(strict.app)).toBe(0);
    const lenient = await started(provider, "accept");
    expect(await lenient.press("token", randomUUID(), {})).toEqual([422, undefined]);
    expect(await lenient.press()).toEqual([200, undefined]);
    expect(await submissions(lenient.app)).toBe(1);
    const { body } = await lenient.app.metrics.text();
    expect(body).toContain('vitrina_captcha_total{outcome="unanswered",admitted="yes"} 1');
    expect(body).toContain('vitrina_captcha_total{outcome="missing",admitted="yes"} 1');
  });

  it("is given up where it does not answer, as a service is", async () => {
    const provider = await startProvider({ body: good, delay: never });
    const silent = await startStandIn({
      "POST /customer/api/client-service/send-email": { body: {}, delay: never },
    });
    onTestFinished(() => silent.stop());
    const { press } = await started(provider, "accept", { env: { UPSTREAM_CLIENT_SERVICE: silent.url } });
    expect(await press("token")).toEqual([200, undefined]);
    expect(silent.requests).toHaveLength(1);
  });

  it("tells its page which provider, and lets that in there alone", async () => {
    const provider = await startProvider({ body: good });
    const { who, app } = await started(provider, "refuse", { name: "turnstile" });
    const asked = (await who.ask("GET", "/api/page?path=/contacto")).json();
    expect(asked.captcha).toEqual({
      provider: "turnstile",
      siteKey: "site-key",
      scriptUrl: `${provider.url}/api.js`,
      action: "contact",
      tokens: 1,
    });
    const policyOf = async (address: string) =>
      String((await who.ask("GET", address)).headers["content-security-policy"]);
    const policy = await policyOf("/contacto");
    expect(policy).toContain(` https://challenges.cloudflare.com ${provider.url}; style-src`);
    expect(policy).toContain(`frame-src https://challenges.cloudflare.com ${provider.url};`);
    for (const elsewhere of ["/", "/nothing-there"])
      expect(await policyOf(elsewhere)).not.toContain("cloudflare");
    const whole = (await who.ask("GET", "/contacto")).body;
    expect(whole + JSON.stringify(app.definitions.current("SI")!.public)).not.toContain("the-secret");
  });

  it("asks for nothing where there is no provider", async () => {
    const app = await openApp();
    const who = visitor(app, "SI");
    expect(app.definitions.current("SI")!.public.flows["contact"]!.captcha).toEqual({ unanswered: "accept" });
    expect((await who.ask("GET", "/api/page?path=/contacto")).json()).not.toHaveProperty("captcha");
  });
});

describe("a step whose service asks for the proof itself", () => {
  const service = "schemas/services/ideas.json";
  const files = captchaFiles("SI");
  const definition = JSON.parse(files[service]!);
  definition.calls.send.captcha = true;

  const ideas = async (provider: StandIn) => {
    const upstream = await startStandIn({ "POST /ideas": { body: {} } });
    onTestFinished(() => upstream.stop());
    const folder = await temporaryFolder();
    copyDefinitions(folder, contactAnd({ ...files, [service]: JSON.stringify(definition) }));
    const app = await openApp({ copy: folder, env: { ...settings(provider), UPSTREAM_IDEAS: upstream.url } });
    const who = visitor(app, "SI");
    const begin = { flow: "idea-accept", revision: app.definitions.current("SI")!.hash };
    const { run } = (await who.ask("POST", "/api/runs", begin)).json();
    const press = async (tokens?: string) => {
      const response = await who.ask(
        "POST",
        `/api/runs/${run}/continue`,
        { step: "idea", version: 0, answers: { "idea.text": "Té" } },
        { "idempotency-key": randomUUID(), ...(tokens === undefined ? {} : { "x-captcha": tokens }) },
      );
      return [response.statusCode, response.json().error];
    };
    const sent = () => upstream.requests.map(({ headers }) => headers["x-recaptcha-authorization"]);
    return { who, press, sent };
  };

  it("is verified here too, and the service gets a token of its own", async () => {
    const provider = await startProvider({ body: { ...good, action: "idea_accept" } });
    const { who, press, sent } = await ideas(provider);
    const page = (await who.ask("GET", "/api/page?path=/idea-accept")).json();
    expect(page.captcha).toMatchObject({ action: "idea_accept", tokens: 2 });
    expect(await press("token-1 token-2")).toEqual([200, undefined]);
    expect(provider.requests.map(({ body }) => new URLSearchParams(String(body)).get("response"))).toEqual([
      "token-1",
    ]);
    expect(sent()).toEqual(["reCAPTCHA token-2"]);
  });

  it.each<[string, Behaviour, string | undefined]>([
    ["a bad token", { body: { success: false } }, "token-1 token-2"],
    ["none", { body: { success: false } }, undefined],
    ["nothing for us", { body: { success: false } }, " token-2"],
    ["a provider that is away", { status: 500 }, "token-1 token-2"],
    ["a provider that is away, and none", { status: 500 }, undefined],
  ])(
    "goes no further with %s, whatever the flow says of a provider that is away",
    async (_w, behaviour, tokens) => {
      const { press, sent } = await ideas(await startProvider(behaviour));
      expect(await press(tokens)).toEqual([403, "captcha"]);
      expect(sent()).toEqual([]);
    },
  );
});
