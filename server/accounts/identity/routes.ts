/** The way to a brand's identity provider and back, and out of it again. */
import { hash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { identityAddresses, signInAddress, type Revision } from "../../../schemas/engine/serve.ts";
import { identityProviderFor, type IdentityProvider } from "../../config/identity.ts";
import { revisionOfRequest } from "../../http/brand-of-request.ts";
import { ApiError } from "../../http/errors.ts";
import { redirectUrl } from "../../http/redirects.ts";
import { beginSession, sessionDays, visitorOf } from "../../http/sessions.ts";
import { siteAddress } from "../../http/site-address.ts";
import type { RunDeps } from "../../runs/runs.ts";
import { beginSignedIn } from "../../runs/sign-in-after.ts";
import { insertIdentityRequest, takeBegun, takeEnd } from "../../store/identity-requests.ts";
import { insertSignIn } from "../../store/sign-ins.ts";
import { failedPage } from "./failed-page.ts";
import { IdentityError, type Checks, type IdentityClient } from "./provider.ts";

export interface IdentityRouteDeps extends RunDeps {
  identity: IdentityClient;
}

/** Minutes that somebody has at the provider's page. */
const requestMinutes = 15;

const stateHash = (state: string): string => hash("sha256", `identity ${state}`);

/** Ours to check what comes back with, and where the person was going. */
interface Begun extends Checks {
  to: string;
}

interface Way {
  revision: Revision;
  provider: IdentityProvider;
  /** Scheme, host and port of this site. */
  origin: string;
}

export function identityRoutes(app: FastifyInstance, parts: IdentityRouteDeps): void {
  const { config, store, clock, definitions, identity } = parts;
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  });

  const wayOf = (request: FastifyRequest): Way => {
    const revision = revisionOfRequest(definitions, request);
    const provider = identityProviderFor(config, revision.brand);
    if (!provider || !revision.public.brand.site.signIn) throw new ApiError("not-found.address");
    return { revision, provider, origin: siteAddress(config, request, revision) };
  };

  /** Does it; a person is told in words what failed, and the log by which code. */
  const told = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { revision }: Way,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      const { code, message } = (error.cause ?? {}) as { code?: unknown; message?: unknown };
      request.log.warn(
        { refusal: error.refusal, code, reason: message },
        "nobody signed in by OpenID Connect",
      );
      const { html, policy, status } = failedPage(error.refusal, revision);
      return reply
        .code(status)
        .type("text/html; charset=utf-8")
        .header("content-security-policy", policy)
        .send(html);
    }
  };

  const returnAddress = ({ origin }: Way): string => `${origin}${identityAddresses.begin}/return`;
  const begin = identityAddresses.begin.replace("/api", "");
  const end = identityAddresses.end.replace("/api", "");

  app.get<{ Querystring: Record<string, unknown> }>(
    begin,
    { config: { limit: "arrive" } },
    async (request, reply) => {
      const way = wayOf(request);
      const {
        brand,
        public: {
          brand: { site },
        },
      } = way.revision;
      return await told(request, reply, way, async () => {
        const named = request.query[site.signIn!.returns];
        const to = (typeof named === "string" ? redirectUrl(named, way.origin) : undefined) ?? "/";
        const { to: theirs, checks } = await identity.begin(way.provider, returnAddress(way));
        const session = await beginSession(store.db, parts, request, reply, brand);
        const details: Begun = { ...checks, to };
        const expires = new Date(clock().getTime() + requestMinutes * 60_000);
        await insertIdentityRequest(store.db, {
          id: stateHash(checks.state),
          kind: "begin",
          brand,
          session,
          details: JSON.stringify(details),
          expires_at: expires.toISOString(),
        });
        return reply.redirect(theirs, 303);
      });
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    `${begin}/return`,
    { config: { limit: "arrive" } },
    async (request, reply) => {
      const way = wayOf(request);
      const { brand } = way.revision;
      return await told(request, reply, way, async () => {
        const { state } = request.query;
        const { session } = visitorOf(parts, request);
        const now = clock();
        const id = typeof state === "string" ? stateHash(state) : undefined;
        const begun =
          id !== undefined && session !== undefined
            ? await takeBegun(store.db, { id, brand, session, now })
            : undefined;
        if (id === undefined || session === undefined || !begun) throw new IdentityError("stale");
        const { to, ...checks } = JSON.parse(begun.details) as Begun;
        const { search } = new URL(request.url, way.origin);
        const returned = new URL(returnAddress(way) + search);
        const { person, idToken } = await identity.finish(way.provider, returned, checks);
        const expires = new Date(now.getTime() + sessionDays * 86_400_000);
        const key = `identity ${randomUUID()}`;
        const granted = await insertSignIn(store, { brand, person, key, now, expires, idToken });
        await beginSignedIn(parts, request, reply, { id: granted.id, brand, before: [session] });
        // As from the form: whoever is signed in is led on from there.
        return reply.redirect(signInAddress(way.revision.public.brand.site.signIn!, to), 303);
      });
    },
  );

  app.get(end, { config: { limit: "arrive" } }, async (request, reply) => {
    const way = wayOf(request);
    return await told(request, reply, way, async () => {
      const { session, brand } = visitorOf(parts, request);
      const ended =
        session === undefined ? undefined : await takeEnd(store.db, { brand, session, now: clock() });
      const back = `${way.origin}/`;
      if (!ended) return reply.redirect(back, 303);
      const { idToken } = JSON.parse(ended.details) as { idToken: string };
      return reply.redirect((await identity.endAddress(way.provider, idToken, back)) ?? back, 303);
    });
  });
}
