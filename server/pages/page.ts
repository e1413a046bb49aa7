import type { FastifyRequest } from "fastify";
import {
  addressValue,
  booleansOf,
  boundAddress,
  boundAnswers,
  filledScreen,
  readSavedList,
  searchOf,
  type CompiledBrand,
  type CompiledFlow,
  type CompiledScreen,
  type HeadNow,
  type Page,
  type PageAddress,
  type PageTags,
  type Prepared,
  type Revision,
  type RunState,
} from "../../schemas/engine/all.ts";
import { dayIn } from "../clock.ts";
import type { CaptchaConfig } from "../config/protection.ts";
import type { MapsConfig } from "../config/maps.ts";
import { foundHash, hasPageData, type PageData, type PageDataAnswer } from "../runs/page-data.ts";
import { captchaFor } from "../captcha/captcha-guard.ts";
import { leadsTo, withParameters, type Arrival } from "./leading.ts";
import { matchScreen, screenForStatus, stepAddress, type Match } from "../definitions/match-screen.ts";
import { aboutPage, type PageAbout } from "./about.ts";
import type { PageResources } from "./assets.ts";
import { redirectUrl } from "../http/redirects.ts";
import type { Runs } from "../runs/runs.ts";
import type { PageDefinitions } from "./types.ts";

/**
 * What an address leads to. `shared`: the same for everyone who asks for it, but for marks; `variant` names which one,
 * where an address has several. A redirect takes the query along, unless it has its own.
 */
export type ResolvedPage =
  | { redirect: string; query?: string; status?: 301 }
  /** Gone, in a brand that has no page to say so. */
  | { gone: true }
  | {
      page: Page;
      resources: PageResources;
      status: number;
      shared: boolean;
      variant?: string;
      about?: PageAbout;
    };

export interface PageRequest {
  request: FastifyRequest;
  revision: Revision;
  path: string;
  arrival: Arrival;
  /** Whether a document is drawn, with all that the page shows. Who draws it elsewhere asks for most of that himself. */
  isDocument: boolean;
  now: Date;
  requestId: string;
  tags?: PageTags | undefined;
}

export interface PageSources {
  definitions: Pick<PageDefinitions, "prepared" | "revision" | "validators">;
  runs: Pick<Runs, "current" | "failed" | "known" | "sent" | "transferred">;
  pageData: PageData;
  captcha?: CaptchaConfig | undefined;
  maps?: MapsConfig | undefined;
}

/** Finds the page for an address of a brand; the brand's own page for 404 where there is none. */
export async function resolvePage(
  sources: PageSources,
  asked: PageRequest,
): Promise<ResolvedPage | undefined> {
  const match = matchScreen(asked.revision, asked.path);
  if (!match) return errorPage(asked, 404);
  if (!hasPageData(asked.revision, match.screen) && !match.screen.head) return pageOf(sources, asked, match);
  return pageWithData(sources, asked, match);
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

/** The brand's page for a status, if it has one. Its address is the page's own, whatever was asked for. */
export function errorPage(asked: PageRequest, status: number): ResolvedPage | undefined {
  const screen = screenForStatus(asked.revision, status);
  if (!screen) return undefined;
  const page = plainPage({ ...asked, path: screen.route }, withoutKept(screen), {});
  return { page, resources: {}, status, shared: status < 500 };
}

const stripped = new WeakMap<CompiledBrand, CompiledBrand>();

/** A brand as a page carries it: of all other screens it needs the addresses, not what is written there. */
function withoutBlocks(brand: CompiledBrand): CompiledBrand {
  const known = stripped.get(brand);
  if (known) return known;
  const bare = {
    ...brand,
    screens: brand.screens.map((screen) => ({ ...screen, blocks: [], data: undefined, head: undefined })),
  };
  stripped.set(brand, bare);
  return bare;
}

function plainPage(
  { revision, path, now, requestId, tags }: PageRequest,
  screen: CompiledScreen,
  params: Record<string, string>,
): Page {
  const { brand } = revision.public;
  return {
    revision: revision.hash,
    path,
    brand: withoutBlocks(brand),
    screen,
    params,
    today: dayIn(brand.timeZone, now),
    ...(tags ? { tags } : {}),
    requestId,
  };
}

async function flowPage(
  { definitions, runs, captcha, maps }: PageSources,
  asked: PageRequest,
  match: Match,
  id: string,
): Promise<ResolvedPage> {
  const { revision, request, path } = asked;
  if (revision.public.flows[id]!.finder) return finderPage({ definitions, maps }, asked, match, id);
  const newest = await runs.current(request, revision.brand, id);
  const began = newest && (await definitions.revision(revision.brand, newest.revision));
  const theirs = began?.public.flows[id];
  // A run whose revision is gone cannot be shown any more, nor can it be continued.
  const run = theirs ? newest : null;
  const [drawn, flow] = run ? [began!, theirs!] : [revision, revision.public.flows[id]!];
  const base = match.slug === undefined ? path : path.slice(0, -(match.slug.length + 1)) || "/";
  const step = match.slug === undefined ? flow.steps[0]! : flow.steps.find(({ slug }) => slug === match.slug);
  const shown = step ? visibleRun(flow, step.id, run) : "elsewhere";
  if (shown === "elsewhere") {
    const open = flow.steps.find((one) => run?.status === "open" && one.id === run.step) ?? flow.steps[0]!;
    return { redirect: stepAddress(flow, base, open) };
  }
  const source = shown ? drawn : revision;
  const went =
    run?.status !== "open" && flow.handoff ? await runs.transferred(request, revision.brand, id) : undefined;
  const form = source.public.flows[id]!;
  const known = shown?.status === "done" ? undefined : await runs.known(request, revision.brand, form);
  const page: Page = {
    ...plainPage(asked, match.screen, match.params),
    flow: {
      id,
      revision: source.hash,
      run: shown,
      ...(went ? { went } : {}),
      ...(known ? { known } : {}),
    },
    ...captchaFor(source, id, captcha),
    ...mapsFor(match.screen, maps),
  };
  const resources = { flow: source.public.flows[id]!, validators: definitions.validators(source, id) };
  return { page, resources, status: match.screen.answers, shared: shown === null && !went && !known };
}

/** What was sent with a flow last, as its last step shows it: for whoever sent it. Others are led elsewhere. */
async function receiptPage(
  { definitions, runs }: PageSources,
  asked: PageRequest,
  match: Match,
  { flow: id, otherwise }: NonNullable<CompiledScreen["receipt"]>,
): Promise<ResolvedPage> {
  const { revision, request } = asked;
  const run = await runs.sent(request, revision.brand, id);
  const began = run && (await definitions.revision(revision.brand, run.revision));
  const flow = began?.public.flows[id];
  const step = flow?.steps.find((one) => one.id === run?.step);
  if (!run || !began || !flow || !step?.ends) return { redirect: otherwise };
  const page: Page = {
    ...plainPage(asked, match.screen, match.params),
    flow: { id, revision: began.hash, run },
  };
  const resources = { flow, validators: definitions.validators(began, id) };
  return { page, resources, status: match.screen.answers, shared: false };
}

/** What a page has to know of which a flow is opened in a dialog: its policy lets the provider's script in. */
function captchaInDialog(
  revision: Revision,
  { blocks }: CompiledScreen,
  captcha: CaptchaConfig | undefined,
): Pick<Page, "captcha"> {
  const opened = blocks.flatMap(({ dialog, flow }) =>
    dialog !== undefined && typeof flow === "string" ? [flow] : [],
  );
  const asking = opened.find((flow) => revision.public.flows[flow]?.captcha);
  return asking === undefined ? {} : captchaFor(revision, asking, captcha);
}

/** A page with what its queries give, as far as that is there in time; and another one where what it is about is not there. */
async function pageWithData(
  sources: PageSources,
  asked: PageRequest,
  match: Match,
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
  if (verdict === "unknown") return errorPage(asked, 404);
  if (verdict === "gone") return goneScreen(asked, match, looked) ?? gonePage(asked);
  if (typeof verdict === "object") {
    const target = redirectUrl(verdict.moved, arrival.origin);
    if (target === undefined) return errorPage(asked, 404);
    return { redirect: withParameters(target, [...query], arrival.origin), query: "", status: 301 };
  }
  const found = await pageOf(sources, asked, { ...match, screen: stillThere(screen) });
  if (!found || !("page" in found)) return found;
  return withData(found, looked, isDocument, aboutOf(asked, match, looked));
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
    return site + decodeURI(pathname).replace(/\/+$/, "");
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
  return withData({ page, resources: {}, status: 410, shared: true }, looked, asked.isDocument, undefined);
}

/** What is gone has the brand's page for that, or else the one for what never was. */
function gonePage(asked: PageRequest): ResolvedPage {
  const own = errorPage(asked, 410);
  if (own) return own;
  const other = errorPage(asked, 404);
  return other && "page" in other ? { ...other, status: 410 } : { gone: true };
}

function withData(
  found: Extract<ResolvedPage, { page: Page }>,
  looked: PageDataAnswer,
  isDocument: boolean,
  said: ReturnType<typeof aboutPage>,
): ResolvedPage {
  const { found: ofFinder, data, verdict, isComplete, isShared, saved } = looked;
  const { flow, screen, today, params: route } = found.page;
  const booleans = booleansOf(found.page.brand.words);
  const filled = screen.data ? filledScreen(screen, { data, today, route, booleans }) : screen;
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
    ...(shared ? { variant: foundHash(looked) + (about?.canonical ?? "") } : {}),
  };
}

/** A screen with what it says of itself now. Of its rules the browser has the title's, which goes with what is chosen. */
function saying(screen: CompiledScreen, { title, description, indexed = true }: HeadNow): CompiledScreen {
  const { head, ...rest } = screen;
  return {
    ...rest,
    ...(head?.title === undefined ? {} : { head: { title: { or: [head.title, screen.title] } } }),
    title: title ?? screen.title,
    ...(description === undefined ? {} : { description }),
    indexed: screen.indexed && indexed,
  };
}

/** A finder's page: nobody's run. */
function finderPage(
  { definitions, maps }: Pick<PageSources, "definitions" | "maps">,
  asked: PageRequest,
  match: Match,
  id: string,
): ResolvedPage {
  const { revision } = asked;
  const page: Page = {
    ...plainPage(asked, match.screen, match.params),
    flow: { id, revision: revision.hash, run: null },
    ...mapsFor(match.screen, maps),
  };
  const resources = { flow: revision.public.flows[id]!, validators: definitions.validators(revision, id) };
  return { page, resources, status: match.screen.answers, shared: true };
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

/** What a page has to know that draws on a map. */
const mapsFor = ({ blocks }: CompiledScreen, maps: MapsConfig | undefined): Pick<Page, "maps"> =>
  maps && blocks.some(({ map }) => map === true) ? { maps } : {};

/** The run that a step is drawn with: none for a form that nobody began; `elsewhere` where the step is not open. */
function visibleRun(flow: CompiledFlow, id: string, run: RunState | null): RunState | null | "elsewhere" {
  const step = flow.steps.find((one) => one.id === id)!;
  const first = flow.steps[0] === step && !step.ends;
  if (!run) return first ? null : "elsewhere";
  // After a run is done its form begins anew, and its last step stays for its owner.
  if (run.status === "done") return step.id === run.step ? run : first ? null : "elsewhere";
  return !step.ends && (step.id === run.step || run.done.includes(step.id)) ? run : "elsewhere";
}

const isFailureBlock = ({ block }: CompiledScreen["blocks"][number]): boolean => block === "failure";

/** Whether a page for failures is another page too, for everyone of whom no answers are kept. */
const isTwofold = ({ failure }: CompiledScreen): boolean =>
  failure !== undefined && failure.otherwise === undefined;

/** A page for failures as it is drawn while answers are kept. */
const whileKept = (screen: CompiledScreen): CompiledScreen => ({
  ...screen,
  title: screen.failure?.title ?? screen.title,
  blocks: isTwofold(screen) ? screen.blocks.filter(isFailureBlock) : screen.blocks,
});

/** A page as it is drawn for everyone else. */
const withoutKept = (screen: CompiledScreen): CompiledScreen =>
  isTwofold(screen) ? { ...screen, blocks: screen.blocks.filter((block) => !isFailureBlock(block)) } : screen;

async function failedRun(
  { definitions, runs, captcha }: PageSources,
  { request, revision, path }: PageRequest,
): Promise<Pick<Page, "failed" | "captcha"> | undefined> {
  const failed = await runs.failed(request, revision.brand, path);
  if (!failed) return undefined;
  const home = revision.public.brand.screens.find(({ flow }) => flow === failed.flow);
  const began = await definitions.revision(revision.brand, failed.run.revision);
  const flow = began?.public.flows[failed.flow];
  const step = flow?.steps.find(({ id }) => id === failed.run.step);
  // Without its form the attempt cannot be gone back to: as if nothing were kept.
  if (!home || !flow || !step) return undefined;
  // What is in the form's address is answered.
  const { path: base } = boundAddress(home, failed.run.answers, { path: home.route, search: "" }, {});
  const kept = { run: failed.run, base, path: stepAddress(flow, base, step) };
  // To try again is to press Continuar.
  return { failed: kept, ...captchaFor(began, failed.flow, captcha) };
}
