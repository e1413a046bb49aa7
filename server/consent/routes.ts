import { hash, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  consentCookie,
  consentDays,
  consentPurposes,
  consentText,
  readConsent,
  type ConsentAnswer,
  type ConsentRequest,
} from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { brandOfRequest, type Sites } from "../http/brand-of-request.ts";
import { ApiError } from "../http/errors.ts";
import { isSecure } from "../http/sessions.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { recordSiteConsents } from "../evidence/site-consents.ts";
import type { Store } from "../store/store.ts";
import { othersOf, wordsAsked } from "./asked.ts";

interface ConsentDeps {
  config: Pick<Config, "secureCookies" | "tags" | "maps" | "frames">;
  definitions: Sites & Pick<Definitions, "revision">;
  store: Pick<Store, "transaction">;
  clock: Clock;
  /** Something is to get its place in the log of evidence. */
  wake: () => void;
}

const body = {
  type: "object",
  required: ["revision", "words", "purposes"],
  additionalProperties: false,
  properties: {
    revision: { type: "string", minLength: 1, maxLength: 80, pattern: "^[A-Za-z0-9-]+$" },
    words: { type: "string", pattern: "^[0-9a-f]{12}$" },
    purposes: { type: "array", maxItems: 3, uniqueItems: true, items: { enum: [...consentPurposes] } },
  },
};

const daySeconds = 24 * 60 * 60;

/**
 * `POST /consent`: what somebody allows of others, and what not. It is recorded with its words before the browser is told to
 * keep it, so that nothing of others is loaded without a record.
 */
export function consentRoutes(app: FastifyInstance, deps: ConsentDeps): void {
  const { config, definitions, store, clock, wake } = deps;
  app.post<{ Body: ConsentRequest }>(
    "/consent",
    { schema: { body }, config: { limit: "continue" } },
    async (request, reply): Promise<ConsentAnswer> => {
      const { revision: named, words, purposes } = request.body;
      const brand = brandOfRequest(definitions, request);
      const revision = await definitions.revision(brand, named);
      const asked = revision && othersOf(config, revision).consent;
      // Whoever was asked with other words, or for something else, is asked anew.
      if (!asked || asked.words !== words || !purposes.every((one) => asked.purposes.includes(one)))
        throw new ApiError("not-found.revision");
      const { visitor = randomUUID() } = readConsent(request.cookies[consentCookie]) ?? {};
      const at = clock().toISOString();
      await recordSiteConsents(
        store,
        brand,
        wordsAsked(revision, asked.purposes).map(({ purpose, title, text }) => ({
          id: randomUUID(),
          visitor,
          brand,
          purpose,
          title,
          given: purposes.includes(purpose) ? 1 : 0,
          text,
          text_hash: hash("sha256", text),
          revision: revision.hash,
          at,
        })),
      );
      wake();
      reply.header("cache-control", "private, no-store");
      // The page's own script reads it: what is allowed is loaded without another answer of ours.
      reply.setCookie(consentCookie, consentText({ words, visitor, purposes }), {
        path: "/",
        sameSite: "lax",
        secure: isSecure(config, request),
        maxAge: consentDays * daySeconds,
      });
      return { visitor };
    },
  );
}
