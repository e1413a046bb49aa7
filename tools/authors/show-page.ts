/** Asks for the page of an example by the server's own code: services answer what the example says. */
import type { FastifyRequest } from "fastify";
import {
  compileValidators,
  prepareFlow,
  savedListText,
  writtenId,
  type CompiledScreen,
  type CompiledScreenData,
  type DataStatus,
  type Revision,
} from "../../schemas/engine/all.ts";
import { matchScreen } from "../../server/definitions/match-screen.ts";
import type { ResolvedPage } from "../../server/pages/page-parts.ts";
import { resolvePage } from "../../server/pages/page.ts";
import { isNamed } from "../../server/pages/head.ts";
import { openPageData, type PageDataAnswer } from "../../server/runs/page-data.ts";
import { preparedCall } from "../../server/services/prepared-call.ts";
import type { CallResult } from "../../server/services/result.ts";
import type { PageExample, ShownPage } from "./page-examples.ts";
import { MisfitError, resultOf } from "./run-program.ts";
import { saidTexts } from "./said-texts.ts";

/** @throws {MisfitError} where an example does not fit its page. */
export async function showPage(revision: Revision, example: PageExample): Promise<ShownPage> {
  const { address, screen, visitor, signedIn, today } = example;
  const personOf = async (): Promise<string | undefined> => (signedIn ? "person" : undefined);
  const url = new URL(address, `https://${revision.brand.toLowerCase()}.example`);
  const matched = matchScreen(revision, url.pathname)?.screen;
  // Of a screen that there is one of for each entry of content, any is meant.
  const written = matched && writtenId(matched.screen);
  if (!matched || written !== screen) throw new MisfitError(["address"], screen, written);
  const asked: ShownPage["asked"] = new Map();
  let looked: PageDataAnswer | undefined;
  const pageData = openPageData({
    definitions: { prepared: preparedOf },
    services: { call: ({ call, input }) => answer(revision, example, asked, call, input) },
    visitorIdOf: () => visitor,
    personOf,
    log: { error: () => {} },
    // Whatever does not come at once is late.
    timeouts: { document: 0, required: 0 },
  });
  const found = await resolvePage(
    {
      definitions: { revision: async () => revision, validators: validatorsOf, prepared: preparedOf },
      runs: {
        current: async () => null,
        sent: async () => null,
        known: async () => undefined,
        failed: async () => null,
        transferred: async () => undefined,
      },
      personOf,
      pageData: {
        resolve: async (request) =>
          // What a page in its place looks for, this one tells nothing of.
          request.screen.screen === matched.screen
            ? (looked = await pageData.resolve(request))
            : { effective: {}, data: {}, verdict: "found", isComplete: true, isShared: true },
        // What a form offers, its own examples say.
        ofFirstStep: async () => ({ data: {}, isComplete: true }),
      },
    },
    {
      // Who asks, the example says.
      request: { cookies: cookiesOf(revision, example) } as unknown as FastifyRequest,
      revision,
      path: url.pathname,
      arrival: { query: url.search, origin: url.origin },
      isDocument: true,
      now: new Date(`${today}T15:00:00Z`),
      others: {},
      visits: 1,
      examples: true,
      requestId: "",
    },
  );
  return {
    ...shownOf(found, url.search),
    data: looked ? statesOf(matched, example, looked, asked) : {},
    values: looked?.found?.answers ?? {},
    asked,
  };
}

/** What the visitor's browser keeps, as the cookies that it sends. */
export function cookiesOf(
  { public: { brand } }: Revision,
  { saved = {}, today }: Pick<PageExample, "saved" | "today">,
): Record<string, string> {
  const at = Date.parse(today) / 1_000;
  return Object.fromEntries(
    Object.entries(saved).flatMap(([name, ids]) => {
      const list = brand.savedLists?.[name];
      return list ? [[list.cookie, savedListText(ids.map((id) => ({ id, at })))]] : [];
    }),
  );
}

const preparedOf = (revision: Revision, flow: string) => prepareFlow(revision.public.flows[flow]!);

const validatorsOf = (revision: Revision, flow: string) => compileValidators(revision.public.flows[flow]!);

async function answer(
  revision: Revision,
  { address, calls = {}, today }: PageExample,
  asked: ShownPage["asked"],
  call: string,
  input: Record<string, unknown>,
): Promise<CallResult> {
  const compiled = revision.private.calls[call]!;
  const prepared = preparedCall(compiled);
  const taken = prepared.checkInput(input);
  prepared.request(taken, revision.private.facts);
  asked.set(call, [...(asked.get(call) ?? []), taken]);
  const given = Object.hasOwn(calls, call) ? calls[call] : undefined;
  if (given === undefined) {
    const known = Object.keys(calls);
    const missing = `la llamada ${call}, que aquí no tiene respuesta`;
    throw known.length > 0
      ? new MisfitError(["calls"], known, missing)
      : new MisfitError(["address"], address, missing);
  }
  return given === "late" ? await new Promise<never>(() => {}) : resultOf(compiled, prepared, given, today);
}

/** What is sent, as a browser reads it. */
function shownOf(
  found: ResolvedPage | undefined,
  search: string,
): Pick<ShownPage, "status" | "redirect" | "title" | "head" | "blocks" | "says" | "leadsTo"> {
  // A brand without a page to say so says it in plain text.
  if (!found) return { status: 404, head: {}, blocks: [], says: [] };
  if ("gone" in found) return { status: 410, head: {}, blocks: [], says: [] };
  if ("redirect" in found) {
    const redirect = found.redirect + (found.query ?? search);
    return { status: found.status ?? 302, redirect, head: {}, blocks: [], says: [] };
  }
  const { screen, unavailable, leadsTo } = found.page;
  return {
    status: found.status,
    title: screen.title,
    head: saidIn(found),
    blocks: unavailable ? [] : screen.blocks.map(({ block }) => block),
    says: unavailable ? [] : saidTexts(screen.blocks),
    ...(leadsTo === undefined ? {} : { leadsTo }),
  };
}

/** What a page says of itself, as its document has it. */
function saidIn({ page, about }: Extract<ResolvedPage, { page: unknown }>): NonNullable<ShownPage["head"]> {
  const { screen, path } = page;
  const isKnown = isNamed(page, about);
  return {
    ...(screen.description === undefined ? {} : { description: screen.description }),
    indexed: screen.indexed,
    canonical: isKnown ? (about?.canonical ?? path) : null,
    ...(about?.picture === undefined ? {} : { picture: about.picture }),
    structuredData: isKnown ? (about?.things() ?? []) : [],
  };
}

/** How each query of the page is, as long as the browser has asked for nothing. */
function statesOf(
  { data: queries = {} }: CompiledScreen,
  { calls = {} }: PageExample,
  { data }: PageDataAnswer,
  asked: ShownPage["asked"],
): ShownPage["data"] {
  const stateOf = (name: string, { call, deferred }: CompiledScreenData): DataStatus | "late" => {
    if (Object.hasOwn(data, name)) return data[name]!.status;
    if (deferred) return "late";
    // What failed, the browser asks for once more, and then says so.
    return calls[call] === "late" || !asked.has(call) ? "late" : "failed";
  };
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, stateOf(name, query)]));
}
