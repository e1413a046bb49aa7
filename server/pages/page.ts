import { conditionsOf } from "../../schemas/engine/serve.ts";
import { hasPageData } from "../runs/page-data.ts";
import { leadsTo } from "./leading.ts";
import { type Match, matchScreen } from "../definitions/match-screen.ts";
import {
  type PageRequest,
  type PageSources,
  type ResolvedPage,
  errorPage,
  isThere,
  mapsFor,
  plainPage,
} from "./page-parts.ts";
import { captchaInDialog, flowPage, receiptPage } from "./flow-page.ts";
import { failedRun, whileKept, withoutKept } from "./failure-page.ts";
import { signInLeads } from "./sign-in.ts";
import { notFoundPage, pageWithData } from "./page-with-data.ts";

/** Finds the page for an address of a brand; the brand's own page for 404 where there is none. */
export async function resolvePage(
  sources: PageSources,
  asked: PageRequest,
): Promise<ResolvedPage | undefined> {
  const led = await signInLeads(sources, asked);
  if (led) return led;
  const match = matchScreen(asked.revision, asked.path);
  if (!match) return await notFoundPage(sources, asked);
  // Whose site has no way to sign in shows it to nobody.
  if (match.screen.signIn && !asked.revision.public.brand.site.signIn)
    return await notFoundPage(sources, asked);
  if (!isThere(asked, match.screen)) return await notFoundPage(sources, asked);
  const found =
    !hasPageData(asked.revision, match.screen) && !match.screen.head
      ? await pageOf(sources, asked, match)
      : await pageWithData(sources, asked, match, (screen) => pageOf(sources, asked, { ...match, screen }));
  const isOwn = match.screen.signIn === true || conditionsOf(match.screen).visits;
  return isOwn && found && "page" in found ? { ...found, shared: false } : found;
}

/** The page of a screen that is there. */
async function pageOf(
  sources: PageSources,
  asked: PageRequest,
  match: Match,
): Promise<ResolvedPage | undefined> {
  const { flow, failure, answers, receipt } = match.screen;
  if (flow !== undefined) return flowPage(sources, asked, match, flow);
  if (receipt !== undefined) return receiptPage(sources, asked, match, receipt);
  const failed = failure && (await failedRun(sources, asked));
  if (failed) {
    const page = plainPage(asked, whileKept(match.screen), match.params);
    // Whoever is told what happened has found the page; the one for an unknown address says that for nobody else.
    return {
      page: { ...page, ...failed },
      resources: {},
      status: answers === 404 ? 200 : answers,
      shared: false,
    };
  }
  // The page for an error can be asked for by its address; it says the same then.
  if (answers === 404) return errorPage(asked, 404);
  const page = {
    ...plainPage(asked, withoutKept(match.screen), match.params),
    ...mapsFor(match.screen, sources.maps),
    ...captchaInDialog(asked.revision, match.screen, sources.captcha),
  };
  const leads = leadsTo(match.screen, asked.revision, asked.arrival);
  // Where it leads is another place for each query.
  const shared = leads === undefined || asked.arrival.query === "";
  const leading = leads === undefined ? {} : { leadsTo: leads };
  return { page: { ...page, ...leading }, resources: {}, status: match.screen.answers, shared };
}
