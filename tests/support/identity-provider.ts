/** An OpenID Connect provider on a listener of its own: discovery, keys, a page to sign in, tokens, claims, signing out. */
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { onTestFinished } from "vitest";

type Claims = Record<string, unknown>;

/** What is wrong with it, if anything. */
export interface Fault {
  /** Claims of the token that are other than they should be. */
  claims?: Claims;
  /** The token is signed by a key that is not the provider's. */
  otherKey?: true;
  /** It names another issuer in its discovery. */
  issuer?: string;
}

export interface IdentityProviderStandIn {
  issuer: string;
  settings: Record<string, string>;
  /** Who signs in: what the token says, and what is only said where claims are asked for. */
  person: { claims: Claims; userInfo: Claims };
  fault: Fault;
  /** Those whom it has signed out: what they were led there with. */
  ended: URLSearchParams[];
  /** Its page, as the browser would come to it and press on: gives where the browser is led. */
  press(authorize: string, error?: string): Promise<string>;
  close(): Promise<void>;
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const others = generateKeyPairSync("rsa", { modulusLength: 2048 });
const secret = "stand-in-secret";
const clientId = "vitrina";

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** @param atEnd closes it: after the test, or after the file of whoever shares it */
export async function openIdentityProvider(
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<IdentityProviderStandIn> {
  const app = Fastify();
  const codes = new Map<string, Record<string, string>>();
  const self = {} as IdentityProviderStandIn;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.get("/.well-known/openid-configuration", async () => ({
    issuer: self.fault.issuer ?? self.issuer,
    authorization_endpoint: `${self.issuer}/authorize`,
    token_endpoint: `${self.issuer}/token`,
    userinfo_endpoint: `${self.issuer}/userinfo`,
    jwks_uri: `${self.issuer}/jwks`,
    end_session_endpoint: `${self.issuer}/end`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  }));
  app.get("/jwks", async () => ({
    keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }],
  }));
  const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  app.get<{ Querystring: Record<string, string> }>("/authorize", async (request, reply) => {
    const { client_id: client, response_type: type, redirect_uri: back = "" } = request.query;
    if (client !== clientId || type !== "code" || request.query["code_challenge_method"] !== "S256")
      return reply.code(400).send("bad request");
    const hidden = Object.entries(request.query)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join("");
    return reply
      .type("text/html; charset=utf-8")
      .send(
        `<!doctype html><html lang="es"><title>Proveedor de prueba</title><h1>Proveedor de prueba</h1><p>${escaped(back)}</p><form action="/decide">${hidden}<button>Ingresar</button><button name="error" value="access_denied">No ingresar</button></form></html>`,
      );
  });
  app.get<{ Querystring: Record<string, string> }>("/decide", async (request, reply) => {
    const { redirect_uri: back = "", state = "", error } = request.query;
    const to = new URL(back);
    to.searchParams.set("state", state);
    if (error === undefined) {
      const code = randomUUID();
      codes.set(code, request.query);
      to.searchParams.set("code", code);
    } else to.searchParams.set("error", error);
    return reply.redirect(to.href, 303);
  });
  app.post<{ Body: Record<string, string> }>("/token", async (request, reply) => {
    const {
      code = "",
      code_verifier: verifier = "",
      client_secret: given,
      redirect_uri: back,
    } = request.body;
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (!asked || given !== secret || challenge !== asked["code_challenge"] || back !== asked["redirect_uri"])
      return reply.code(400).send({ error: "invalid_grant" });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: self.issuer,
      aud: clientId,
      sub: "ana",
      iat: now,
      exp: now + 300,
      nonce: asked["nonce"],
      ...self.person.claims,
      ...self.fault.claims,
    };
    const body = `${encoded({ alg: "RS256", kid: "one" })}.${encoded(claims)}`;
    const key = self.fault.otherKey ? others.privateKey : keys.privateKey;
    const signature = sign("sha256", Buffer.from(body), key).toString("base64url");
    return {
      access_token: "access",
      token_type: "Bearer",
      expires_in: 300,
      id_token: `${body}.${signature}`,
    };
  });
  app.get("/userinfo", async (request, reply) =>
    request.headers.authorization === "Bearer access"
      ? { sub: "ana", ...self.person.userInfo }
      : reply.code(401).send({ error: "invalid_token" }),
  );
  app.get<{ Querystring: Record<string, string> }>("/end", async (request, reply) => {
    self.ended.push(new URLSearchParams(request.query));
    return reply.redirect(request.query["post_logout_redirect_uri"] ?? "/", 303);
  });
  await app.listen({ port: 0, host: "localhost" });
  const issuer = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  Object.assign(self, {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: secret,
      OIDC_NAME: "Clave Prueba",
      OIDC_DOCUMENT_CLAIM: "rut",
    },
    person: { claims: {}, userInfo: {} },
    fault: {},
    ended: [],
    press: async (authorize, error) => {
      const page = await app.inject({ url: authorize.slice(issuer.length) });
      if (page.statusCode !== 200) throw new Error(`its page says ${page.statusCode}`);
      const query = new URL(authorize).searchParams;
      if (error !== undefined) query.set("error", error);
      return String((await app.inject({ url: `/decide?${query}` })).headers.location);
    },
    close: () => app.close(),
  } satisfies IdentityProviderStandIn);
  atEnd(() => app.close());
  return self;
}
