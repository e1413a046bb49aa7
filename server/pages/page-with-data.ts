/** Pages that show what their queries give, and what they say of themselves to search engines. */
import type { FastifyRequest } from "fastify";
import {
  type CompiledBrand,
  type CompiledScreen,
  type HeadNow,
  type Page,
  type PageAddress,
  type Prepared,
  addressValue,
  boundAddress,
  boundAnswers,
  filledScreen,
  lastPage,
  pageAsked,
  type Paging,
  readSavedList,
  rowsShown,
  searchOf,
  tidyPath,
  totalShown,
} from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import { type PageDataAnswer, foundHash } from "../runs/page-data.ts";
import { withParameters } from "./leading.ts";
import { type Match, screenForStatus } from "../definitions/match-screen.ts";
import { aboutPage } from "./about.ts";
import { redirectUrl } from "../http/redirects.ts";
import { soughtWords } from "./sought-words.ts";
import {
  type PageRequest,
  type PageSources,
  type ResolvedPage,
  errorPage,
  fillingOf,
  plainPage,
} from "./page-parts.ts";

/**
 * A page with what its queries give, as far as that is there in time; and another one where what it is about is not there.
 * `pageOf` makes the page without them.
 */
export async function pageWithData(
  sources: PageSources,
  asked: PageRequest,
  match: Match,
  pageOf: (screen: CompiledScreen) => Promise<ResolvedPage | undefined>,
): Promise<ResolvedPage | undefined> {
  const { revision, arrival, isDocument, request, path } = asked;
  const { screen, params } = match;
  const query = new URLSearchParams(arrival.query);
  const flow = isDocument && screen.flow !== undefined ? revision.public.flows[screen.flow] : undefined;
  const finder = flow?.finder && sources.definitions.prepared(revision, flow.flow);
  const named = finder && namedByPath(match, finder, { path, search: arrival.query });
  if (named) return { redirect: named.path, query: named.search };
  const looked = await sources.pageData.resolve({
    request,
    revision,
    screen,
    params,
    isHere: (address) => isAddressOf(path, address, arrival.origin),
    query: (name) => query.getAll(name),
    saved: (list) => savedIds(request, revision.public.brand, list),
    today: dayIn(revision.public.brand.timeZone, asked.now),
    isDocument,
  });
  const { verdict } = looked;
  const own = verdict === "found" ? undefined : await pageUnderWay(asked, screen, pageOf);
  if (own) return own;
  if (verdict === "unknown") return await notFoundPage(sources, asked);
  if (verdict === "gone") return goneScreen(asked, match, looked) ?? (await gonePage(sources, asked));
  if (typeof verdict === "object") {
    const target = redirectUrl(verdict.moved, arrival.origin);
    if (target === undefined) return await notFoundPage(sources, asked);
    return { redirect: withParameters(target, [...query], arrival.origin), query: "", status: 301 };
  }
  const behind = behindLastPage(screen, looked, query);
  if (behind !== undefined) return { redirect: path, query: behind };
  const found = await pageOf(stillThere(screen));
  if (!found || !("page" in found)) return found;
  const page = { ...found.page, ...shownSearch(screen, query) };
  return withData({ ...found, page }, looked, asked, aboutOf(asked, match, looked));
}

/**
 * The page of a form as whoever is in the middle of it sees it, or has sent it: theirs, whatever has become since of that
 * without which nobody could begin it.
 */
async function pageUnderWay(
  { revision }: PageRequest,
  screen: CompiledScreen,
  pageOf: (screen: CompiledScreen) => Promise<ResolvedPage | undefined>,
): Promise<ResolvedPage | undefined> {
  const flow = screen.flow === undefined ? undefined : revision.public.flows[screen.flow];
  if (!flow || flow.finder) return undefined;
  const page = await pageOf(stillThere(screen));
  const run = page && "page" in page ? page.page.flow?.run : undefined;
  const isBegun = run?.status === "done" || run?.wait !== undefined || (run?.done.length ?? 0) > 0;
  return isBegun || (page && "redirect" in page) ? page : undefined;
}

/** The query for the last page of results, where the address asks for one that there is not. */
function behindLastPage(
  screen: CompiledScreen,
  { data }: PageDataAnswer,
  query: URLSearchParams,
): string | undefined {
  for (const block of screen.blocks) {
    const paging = block["paging"] as Paging | undefined;
    const { status, value } = data[String(block["data"])] ?? {};
    const rows = rowsShown(block, value);
    if (!paging || status !== "ready" || !Array.isArray(rows)) continue;
    const { from } = paging;
    const page = pageAsked(screen, paging, (name) => query.get(name));
    const last = lastPage(page, paging, rows.length, totalShown(block, value) ?? 0);
    if (last === undefined) continue;
    const others = [...query].filter(([name]) => name !== from);
    return searchOf(last === 1 ? others : [...others, [from, String(last)]]);
  }
  return undefined;
}

/** What the address says of which results are shown: links to others of them are drawn with it. */
function shownSearch(screen: CompiledScreen, query: URLSearchParams): Pick<Page, "search"> {
  if (!screen.address) return {};
  const names = new Set([...Object.keys(screen.address), ...Object.values(screen.bound ?? {})]);
  const search = searchOf([...query].filter(([name]) => names.has(name)));
  return search === "" ? {} : { search };
}

/**
 * The brand's page for an address that there is not, if it has one. Where it searches the site, it does so for the words of
 * that address, as if they stood in the parameter of its search.
 */
export async function notFoundPage(
  sources: PageSources,
  asked: PageRequest,
): Promise<ResolvedPage | undefined> {
  const found = errorPage(asked, 404);
  const screen = screenForStatus(asked.revision, 404);
  if (!found || !("page" in found) || !screen?.data) return found;
  const { revision, request, now, isDocument, path } = asked;
  const words = soughtWords(path);
  const searched = Object.entries(screen.address ?? {}).filter(([, taken]) => "text" in taken);
  const query = new URLSearchParams(words === "" ? [] : searched.map(([name]) => [name, words]));
  const looked = await sources.pageData.resolve({
    request,
    revision,
    screen,
    params: {},
    isHere: () => true,
    query: (name) => query.getAll(name),
    saved: (list) => savedIds(request, revision.public.brand, list),
    today: dayIn(revision.public.brand.timeZone, now),
    isDocument,
  });
  const page = { ...found.page, ...shownSearch(screen, query) };
  // Whoever tries addresses at random must not push the pages that people ask for out of what is kept.
  return withData({ ...found, page, shared: found.shared && words === "" }, looked, asked, undefined);
}

/** What the page says of itself: it reads what its queries read. */
function aboutOf(
  { revision, now, path, arrival }: PageRequest,
  { screen, params }: Match,
  { effective, data, saved = {} }: PageDataAnswer,
): ReturnType<typeof aboutPage> {
  const query = new URLSearchParams(arrival.query);
  return aboutPage({
    screen,
    params,
    path,
    query: arrival.query,
    sources: {
      today: dayIn(revision.public.brand.timeZone, now),
      route: params,
      address: (name) => addressValue(screen, name, query.get(name) ?? undefined),
      answers: effective,
      saved: (list) => saved[list] ?? [],
      data,
    },
  });
}

/** What the visitor's browser keeps in a list, as its cookie says: anything may stand there. */
function savedIds(request: FastifyRequest, { savedLists = {} }: CompiledBrand, name: string): string[] {
  const list = Object.hasOwn(savedLists, name) ? savedLists[name] : undefined;
  return list ? readSavedList(request.cookies[list.cookie], list).map(({ id }) => id) : [];
}

/** Whether an address is that of a page, however it is written: the same path of the same site. */
function isAddressOf(path: string, address: string, origin: string): boolean {
  const written = (one: string): string => {
    const { origin: site, pathname } = new URL(one, origin);
    return site + tidyPath(decodeURI(pathname));
  };
  try {
    return written(address) === written(path);
  } catch {
    // What is no address, or encoded in no way that can be read, is none of ours.
    return false;
  }
}

/** A page as it is drawn as long as what it is about is there. */
const stillThere = (screen: CompiledScreen): CompiledScreen =>
  screen.gone ? { ...screen, blocks: screen.blocks.filter(({ gone }) => !gone) } : screen;

/** What a screen itself shows in the place of what is gone, if it does. */
function goneScreen(
  asked: PageRequest,
  { screen, params }: Match,
  looked: PageDataAnswer,
): ResolvedPage | undefined {
  if (!screen.gone) return undefined;
  const { gone, description: _, head: __, ...rest } = screen;
  const blocks = screen.blocks.filter((block) => block.gone);
  const drawn = { ...rest, title: gone.title, answers: 410, blocks };
  const page = plainPage(asked, drawn, params);
  return withData({ page, resources: {}, status: 410, shared: true }, looked, asked, undefined);
}

/** What is gone has the brand's page for that, or else the one for what never was. */
async function gonePage(sources: PageSources, asked: PageRequest): Promise<ResolvedPage> {
  const own = errorPage(asked, 410);
  if (own) return own;
  const other = await notFoundPage(sources, asked);
  return other && "page" in other ? { ...other, status: 410 } : { gone: true };
}

function withData(
  found: Extract<ResolvedPage, { page: Page }>,
  looked: PageDataAnswer,
  asked: PageRequest,
  said: ReturnType<typeof aboutPage>,
): ResolvedPage {
  const { isDocument } = asked;
  const { found: ofFinder, data, verdict, isComplete, isShared, saved } = looked;
  const { flow, screen, params: route } = found.page;
  const filled = screen.data ? filledScreen(screen, fillingOf(asked, route, data)) : screen;
  const page: Page = {
    ...found.page,
    screen: said ? saying(filled, said.now) : filled,
    ...(screen.data ? { data } : {}),
    ...(flow && ofFinder ? { flow: { ...flow, found: ofFinder } } : {}),
    ...(saved ? { saved } : {}),
    ...(verdict === "late" ? { awaits: true } : {}),
    ...(verdict === "failed" ? { unavailable: true } : {}),
  };
  // Whether there is something at all, nobody knows now.
  const status = verdict === "failed" ? 503 : found.status;
  // What is not complete is different the next time.
  const shared = found.shared && isShared && (isComplete || !isDocument);
  const about = said?.about;
  return {
    ...found,
    page,
    status,
    shared,
    ...(about ? { about } : {}),
    ...(shared
      ? {
          variant: (found.variant ?? "") + foundHash(looked) + (about?.canonical ?? "") + (page.search ?? ""),
        }
      : {}),
  };
}

/** A screen with what it says of itself now. Of its rules the browser has those of heading and title, which go with what is chosen. */
function saying(
  screen: CompiledScreen,
  { heading, title, description, indexed = true }: HeadNow,
): CompiledScreen {
  const { head, ...rest } = screen;
  return {
    ...rest,
    ...(head?.title === undefined
      ? {}
      : {
          head: {
            ...(head.heading === undefined ? {} : { heading: head.heading }),
            title: { or: [head.title, screen.title] },
          },
        }),
    ...(heading === undefined ? {} : { heading }),
    title: title ?? screen.title,
    ...(description === undefined ? {} : { description }),
    indexed: screen.indexed && indexed,
  };
}

/** Where a form was sent without a script its controls are named by their paths: the address for what they say. */
function namedByPath(
  { screen, params }: Match,
  finder: Prepared,
  { path, search }: PageAddress,
): PageAddress | undefined {
  const { bound = {} } = screen;
  const query = new URLSearchParams(search);
  if (!Object.keys(bound).some((field) => query.has(field))) return undefined;
  // What is not asked for by its path says the address as before.
  const given = boundAnswers(finder, bound, (name) => {
    const field = Object.keys(bound).find((one) => bound[one] === name)!;
    if (query.has(field)) return query.getAll(field).filter((text) => text !== "");
    return Object.hasOwn(params, name) ? [params[name]!] : query.getAll(name);
  });
  for (const field of Object.keys(bound)) query.delete(field);
  return boundAddress(screen, given, { path, search: searchOf(query) }, params);
}
