/** Signing in at a brand's identity provider: who comes to be signed in, whom it leads where, and what goes wrong. */
import { expect, it, test } from "vitest";
import { readConfig } from "../../server/config/config.ts";
import type { Visitor } from "../support/app.ts";
import { openIdentityProvider, type IdentityProviderStandIn } from "../support/identity-provider.ts";
import { askRaw } from "./raw-database.ts";
import { ana, openAccounts, type Accounts } from "./sign-in-parts.ts";

const said = { rut: ana.document, email: ana.email, email_verified: true };

async function opened(brands = ""): Promise<{ accounts: Accounts; provider: IdentityProviderStandIn }> {
  const provider = await openIdentityProvider();
  provider.person.claims = said;
  const named = Object.entries(provider.settings).map(([name, value]) => [`${name}${brands}`, value]);
  const accounts = await openAccounts({ env: Object.fromEntries(named) });
  await accounts.send(accounts.device(), ana);
  return { accounts, provider };
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, "http://any");
  return pathname + search;
};

/** To the provider's page, and back to ours: what the browser is led to then. */
async function begun(who: Visitor, provider: IdentityProviderStandIn, to = "/mi-cuenta", error?: string) {
  const reply = await who.ask("GET", `/api/identity?redirectUrl=${encodeURIComponent(to)}`);
  expect(reply.statusCode).toBe(303);
  return pathOf(await provider.press(String(reply.headers.location), error));
}

/** What a page says that tells why nobody is signed in. */
const told = (reply: Awaited<ReturnType<Visitor["ask"]>>) => ({
  status: reply.statusCode,
  says: /<p>([^<]+)<\/p>/.exec(reply.body)?.[1],
});

const words = {
  down: expect.stringMatching(/^El servicio con que ingresas no responde\./),
  untrusted: expect.stringMatching(/^La respuesta del servicio con que ingresas no es válida/),
  stale: expect.stringMatching(/^Este intento ya se usó, venció o empezó en otro navegador\./),
  denied: expect.stringMatching(/^No terminaste de ingresar/),
  unnamed: expect.stringMatching(/^El servicio con que ingresas no nos dio tu documento/),
};

test("whoever the provider names sees what they sent, in a session of nobody before, and where they were going", async () => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  await accounts.send(who, ana);
  const planted = who.cookie;
  const back = await begun(who, provider, "/favorites?x=1");
  const returned = await who.ask("GET", back);
  expect([returned.statusCode, returned.headers.location]).toEqual([
    303,
    "/?form_login=true&redirectUrl=%2Ffavorites%3Fx%3D1",
  ]);
  expect(await accounts.leads(who, "/favorites")).toBe("/favorites");
  expect((await who.ask("GET", "/mi-cuenta")).statusCode).toBe(200);
  expect((await who.ask("GET", "/mi-cuenta")).body).toContain("Ver comprobante");
  const thief = accounts.device();
  thief.cookie = planted;
  expect(who.cookie).not.toBe(planted);
  expect(await accounts.isSignedIn(thief)).toBe(false);
  // What it said of them is sealed.
  const raw = JSON.stringify(await askRaw(accounts.app.storeConfig, "select * from sign_ins"));
  expect(raw).not.toContain("eyJ");
  expect(raw).not.toContain(ana.email);
});

test("what the token does not say is asked for", async () => {
  const { accounts, provider } = await opened();
  provider.person = { claims: { rut: ana.document }, userInfo: said };
  const who = accounts.device();
  expect((await who.ask("GET", await begun(who, provider))).statusCode).toBe(303);
  expect(await accounts.isSignedIn(who)).toBe(true);
});

test("an address of another site is not where anybody is led", async () => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  const returned = await who.ask("GET", await begun(who, provider, "https://evil.example/"));
  expect(returned.headers.location).toBe("/?form_login=true&redirectUrl=%2F");
});

test("whoever signs out is signed out there too, once", async () => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  await who.ask("GET", await begun(who, provider));
  const session = who.cookie!;
  const { revision } = (await who.ask("GET", "/api/page?path=/ingresar")).json();
  const run = (await who.ask("POST", "/api/runs", { flow: "account-sign-out", revision })).json();
  who.cookie = `${session}; signed-in=1`;
  const body = { step: "leave", version: run.version, answers: {} };
  const left = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
    "idempotency-key": crypto.randomUUID(),
  });
  expect(left.json().outcome).toMatchObject({ redirect: "/api/identity/end", anew: true });
  who.cookie = session;
  expect(await accounts.isSignedIn(who)).toBe(false);
  const thief = accounts.device();
  expect((await thief.ask("GET", "/api/identity/end")).headers.location).toMatch(
    /^http:\/\/si\.localhost:\d+\/$/,
  );
  const ended = new URL(String((await who.ask("GET", "/api/identity/end")).headers.location));
  expect(ended.origin).toBe(provider.issuer);
  expect(ended.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
  expect(ended.searchParams.get("post_logout_redirect_uri")).toMatch(/^http:\/\/si\.localhost:\d+\/$/);
  expect((await who.ask("GET", "/api/identity/end")).headers.location).toMatch(/^http:\/\/si\.localhost/);
});

test.each<[string, IdentityProviderStandIn["fault"]]>([
  ["of another issuer", { claims: { iss: "https://evil.example" } }],
  ["for another site", { claims: { aud: "another" } }],
  ["of another request", { claims: { nonce: "another" } }],
  ["that is over", { claims: { exp: 1, iat: 1 } }],
  ["signed by another", { otherKey: true }],
])("a token %s signs nobody in", async (_, fault) => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  const back = await begun(who, provider);
  provider.fault = fault;
  expect(told(await who.ask("GET", back))).toEqual({ status: 502, says: words.untrusted });
  expect(await accounts.isSignedIn(who)).toBe(false);
});

test("a provider that calls itself another is not gone to", async () => {
  const { accounts, provider } = await opened();
  provider.fault = { issuer: "https://evil.example" };
  expect(told(await accounts.device().ask("GET", "/api/identity"))).toEqual({
    status: 502,
    says: words.untrusted,
  });
});

test.each<[string, Record<string, unknown>]>([
  ["no document", { email: ana.email, email_verified: true }],
  ["no e-mail", { rut: ana.document }],
  ["an e-mail that it has not verified", { ...said, email_verified: false }],
  ["a document that is none", { ...said, rut: "···" }],
])("where it says %s, nobody is signed in", async (_, claims) => {
  const { accounts, provider } = await opened();
  provider.person = { claims, userInfo: {} };
  const who = accounts.device();
  expect(told(await who.ask("GET", await begun(who, provider)))).toEqual({
    status: 403,
    says: words.unnamed,
  });
  expect(await accounts.isSignedIn(who)).toBe(false);
});

test("who gave up there, is told so", async () => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  const back = await begun(who, provider, "/", "access_denied");
  expect(told(await who.ask("GET", back))).toEqual({ status: 403, says: words.denied });
});

test("a way back is good once, for fifteen minutes, in the browser that began it, at the brand", async () => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  const stale = { status: 400, says: words.stale };
  const back = await begun(who, provider);
  const other = accounts.device();
  await accounts.send(other, ana);
  expect(told(await other.ask("GET", back))).toEqual(stale);
  const elsewhere = accounts.device("CO");
  elsewhere.cookie = who.cookie;
  expect(told(await elsewhere.ask("GET", back))).toEqual(stale);
  const first = who.cookie;
  expect((await who.ask("GET", back)).statusCode).toBe(303);
  expect(told(await who.ask("GET", back))).toEqual(stale);
  who.cookie = first;
  expect(told(await who.ask("GET", back))).toEqual(stale);
  const late = await begun(who, provider);
  accounts.clock.pass(15 * 60 + 1);
  expect(told(await who.ask("GET", late))).toEqual(stale);
  for (const query of ["", "?code=x", "?state=a&state=b", "?state=unknown&code=x"])
    expect(told(await who.ask("GET", `/api/identity/return${query}`))).toEqual(stale);
  await accounts.app.housekeeping.once();
  expect(await accounts.app.store.db.selectFrom("identity_requests").select("id").execute()).toEqual([]);
});

test("where it is down, somebody is told so, on the way there and back, and nothing of ours is", async () => {
  const { accounts, provider } = await opened();
  const who = accounts.device();
  const back = await begun(who, provider);
  await provider.close();
  const down = { status: 503, says: words.down };
  expect(told(await who.ask("GET", back))).toEqual(down);
  accounts.clock.pass(601);
  expect(told(await who.ask("GET", "/api/identity"))).toEqual(down);
  expect((await who.ask("GET", "/ingresar")).statusCode).toBe(200);
});

test("only a brand that has one offers it, beside the password", async () => {
  const { accounts } = await opened("_SI");
  const offered = (await accounts.device().ask("GET", "/ingresar")).body;
  expect(offered).toContain("Ingresar con Clave Prueba");
  expect(offered).toContain('href="/api/identity"');
  const other = accounts.device("CO");
  expect((await other.ask("GET", "/ingresar")).body).not.toContain("Clave Prueba");
  expect((await other.ask("GET", "/api/identity")).statusCode).toBe(404);
  expect((await accounts.device().ask("GET", "/")).json).toBeDefined();
});

it.each<[string, Record<string, string>, string]>([
  ["part of it", { OIDC_ISSUER: "https://id.example" }, "OIDC_CLIENT_ID"],
  ["an unknown one", { OIDC_SECRET: "x" }, "OIDC_SECRET"],
  ["no openid among the scopes", { OIDC_SCOPE: "email" }, "OIDC_SCOPE"],
  ["an issuer in the clear", { OIDC_ISSUER: "http://id.example" }, "OIDC_ISSUER"],
  ["an issuer with a password alone", { OIDC_ISSUER: "https://:word@id.example" }, "OIDC_ISSUER"],
  ["a stand-in, in production", { NODE_ENV: "production", OIDC_ISSUER: "http://localhost:1" }, "OIDC_ISSUER"],
])("settings with %s are refused", (_, env, name) => {
  expect(() => readConfig(env)).toThrow(expect.objectContaining({ message: expect.stringContaining(name) }));
});
