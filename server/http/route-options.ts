/** What a route says of itself beside its handler; each is read by one hook of the whole server. */
import type { LimitedAction } from "./limits.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Why pages of other sites may send to this route. Left out, whoever writes must come from our own pages. `public
     * data` reads no cookie; an `event of a wait` comes from a provider or its page, and proves itself by its address; an
     * `embedded form` stands on a page that the brand names, and reads no cookie there.
     */
    fromOtherSites?: "event of a wait" | "public data" | "embedded form";
    /** What one address may do only so often; see `actionLimits`. */
    limit?: LimitedAction;
    /**
     * Parameters that are not UTF-8 are as if they were not there: somebody who follows an old link gets the page. Left
     * out, they are refused. Such a route reads its query with `readableQuery` alone.
     */
    unreadableParameters?: "dropped";
    /** A 5xx here is an answer to whoever watches, not a fault: no line in the log. */
    isWatched?: true;
  }
}
