/** Addresses of pages of which services tell: `head.sitemap` of screens. */
import { randomUUID } from "node:crypto";
import {
  compileRule,
  knownAddress,
  rowReader,
  scopeOfRow,
  truth,
  valueAt,
  type Revision,
  type RuleScope,
  type SitemapAddresses,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { createAnswerCache } from "../services/answer-cache.ts";
import { toValue, type Services } from "../services/services.ts";

interface Deps {
  services: Pick<Services, "call">;
}

/** How long a list is as good as a new one: crawlers come more often than cars. */
const keptSeconds = 300;

const nothingElse: RuleScope = { variable: () => null };

/**
 * Gives the addresses of a revision's pages, asked for again after some minutes. A sitemap without what a service did not
 * tell would take pages out of search engines: then there is none.
 * @throws {ApiError} where a service does not answer.
 */
export function sitemapAddresses(deps: Deps): (revision: Revision) => Promise<string[]> {
  const kept = createAnswerCache<string[]>(() => true, { size: 50 });
  return (revision) =>
    kept.get(`${revision.brand} ${revision.hash}`, keptSeconds, async () => {
      const listed = revision.public.brand.screens
        .filter(({ indexed, answers }) => indexed && answers === 200)
        .flatMap(({ head }) => head?.sitemap ?? []);
      const found = await Promise.all(listed.map((one) => addressesOf(deps, revision, one)));
      return [...new Set(found.flat())];
    });
}

async function addressesOf(
  { services }: Deps,
  revision: Revision,
  { call, with: input = {}, rows, when, address }: SitemapAddresses,
): Promise<string[]> {
  const result = await services.call({ revision, call, input, key: randomUUID() });
  if (!result.ok && result.failure === "empty") return [];
  const value = result.ok ? toValue(revision.private.calls[call]!, result.data) : undefined;
  const list = rows === undefined ? value : valueAt(value, rows);
  if (!Array.isArray(list)) throw new ApiError("unavailable.service");
  const isListed = when === undefined ? undefined : compileRule(when);
  return (list as unknown[]).flatMap((row) => {
    if (isListed && !truth(isListed(scopeOfRow(nothingElse, row)))) return [];
    return knownAddress(address, rowReader(row)) ?? [];
  });
}
