/** A brand's identity provider, asked by OpenID Connect: authorization code with PKCE, state and nonce. */
import * as client from "openid-client";
import type { IdentityProvider } from "../../config/identity.ts";
import type { Clock } from "../../clock.ts";
import { identifierText, personText } from "../../store/identifiers.ts";
import { isPlainAddress } from "../../mail-address.ts";

/**
 * Why nobody is signed in: the provider does not answer (`down`); what it says is not its own or not of this request
 * (`untrusted`); the request is over, used, or another browser's (`stale`); it let the person not in, or they gave up
 * (`denied`); it does not say who they are (`unnamed`).
 */
export type IdentityRefusal = "down" | "untrusted" | "stale" | "denied" | "unnamed";

export class IdentityError extends Error {
  readonly refusal: IdentityRefusal;
  constructor(refusal: IdentityRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

/** What only the server and the provider know of one request. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IdentityClient {
  begin(provider: IdentityProvider, returnTo: string): Promise<{ to: string; checks: Checks }>;
  /** Who came back. @throws {IdentityError} */
  finish(
    provider: IdentityProvider,
    returned: URL,
    checks: Checks,
  ): Promise<{ person: string; idToken: string }>;
  /** Where they are signed out there; undefined where the provider has no such address. */
  endAddress(provider: IdentityProvider, idToken: string, back: string): Promise<string | undefined>;
}

/** Seconds that the provider has for each answer. */
const timeoutSeconds = 8;
/** Milliseconds for which what it says of itself is good. */
const knownMs = 10 * 60_000;

/** What the library finds wrong in an answer that came. */
const foundWrong = /^OAUTH_(?:JWT|JSON|KEY|INVALID|MISSING|PARSE|RESPONSE_IS_NOT_JSON|UNSUPPORTED|DECRYPT)/;

/** Why something failed. What nobody foresaw is no provider that answered well. */
function refusalOf(error: unknown): IdentityRefusal {
  if (error instanceof client.AuthorizationResponseError) return "denied";
  const codes: string[] = [];
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === "string") codes.push(code);
  }
  return codes.some((code) => foundWrong.test(code)) ? "untrusted" : "down";
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof IdentityError ? error : new IdentityError(refusalOf(error), error);
  }
}

export function createIdentityClient({ clock }: { clock: Clock }): IdentityClient {
  const known = new Map<string, { at: number; config: client.Configuration }>();

  async function configOf(provider: IdentityProvider): Promise<client.Configuration> {
    const key = JSON.stringify(provider);
    const before = known.get(key);
    const now = clock().getTime();
    if (before && now - before.at < knownMs) return before.config;
    const issuer = new URL(provider.issuer);
    const config = await client.discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [
        // Its token is looked at by its signature too, not by the connection alone.
        client.enableNonRepudiationChecks,
        // Settings allow it within this machine alone, and not in production.
        ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    });
    known.set(key, { at: now, config });
    return config;
  }

  return {
    begin: (provider, returnTo) =>
      asked(async () => {
        const config = await configOf(provider);
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const to = client.buildAuthorizationUrl(config, {
          redirect_uri: returnTo,
          scope: provider.scope,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: "S256",
        });
        return { to: to.href, checks };
      }),

    finish: (provider, returned, { state, nonce, verifier }) =>
      asked(async () => {
        const config = await configOf(provider);
        const tokens = await client.authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const isEnough = (said: Record<string, unknown>): boolean => personIn(provider, said) !== undefined;
        const isAsked = !isEnough(claims) && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = isAsked ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        const person = personIn(provider, { ...claims, ...more });
        if (person === undefined) throw new IdentityError("unnamed");
        return { person, idToken: tokens.id_token! };
      }),

    endAddress: (provider, idToken, back) =>
      asked(async () => {
        const config = await configOf(provider);
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: back })
          .href;
      }),
  };
}

/** The pair of document and e-mail that the provider answers for. An address that it has not proven is anybody's. */
function personIn({ documentClaim }: IdentityProvider, said: Record<string, unknown>): string | undefined {
  const document = said[documentClaim];
  const { email, email_verified: isVerified } = said;
  if (typeof document !== "string" || document.length > 20 || identifierText(document) === "")
    return undefined;
  if (typeof email !== "string" || !isPlainAddress(email) || isVerified !== true) return undefined;
  return personText(document, email);
}
