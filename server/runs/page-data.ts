import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import {
  addressValue,
  boundAnswers,
  change,
  evaluate,
  offeredByPage,
  prepareScreen,
  RuleError,
  sameAnswers,
  screenInputs,
  verdictOf,
  withFilled,
  type Answer,
  type Answers,
  type CompiledScreen,
  type DataAnswer,
  type DataState,
  type FinderState,
  type PreparedScreen,
  type Revision,
  type ScreenData,
  type ScreenSources,
  type RequiredResult,
} from "../../schemas/engine/serve.ts";
import { maxChainLength, maxLookUpMs, noneIfRefused, resolveData, type QueryOwner } from "./data.ts";
import { inTime } from "./in-time.ts";
import { firstStepData, type FirstStepData, type FirstStepRequest } from "./first-step-data.ts";
import type { RunDeps } from "./runs.ts";

/** Milliseconds that a document waits. */
interface DocumentTimeouts {
  /** For what it shows. What takes longer, the browser asks for. */
  document: number;
  /** For that without which it is not there: whether it is, is said with its status. */
  required: number;
}

const documentTimeouts: DocumentTimeouts = { document: 400, required: 1_500 };

export interface PageDataRequest {
  request: FastifyRequest;
  revision: Revision;
  screen: CompiledScreen;
  /** Of the route. */
  params: Record<string, string>;
  /** Whether an address is the page's own. */
  isHere(address: string): boolean;
  /** The texts of a query parameter, in their order. */
  query(name: string): string[];
  /** The ids in a saved list of the visitor's. */
  saved(list: string): readonly string[];
  today: string;
  /** Whether a document is drawn with it. A page that is there already asks for what it shows itself. */
  isDocument: boolean;
  /** Of a file that somebody takes along: the queries that it shows. It is waited for, and nothing else is asked. */
  only?: ReadonlySet<string>;
}

export interface PageDataAnswer {
  /** Of a finder. */
  found?: FinderState;
  /** The answers of the finder that hold, by path. */
  effective: Answers;
  data: Record<string, DataState>;
  /** `late` and `failed` where nobody knows whether the page is there. */
  verdict: RequiredResult | "late" | "failed";
  /** Whether all of it was there in time. */
  isComplete: boolean;
  /** Whether it is the same for every visitor. */
  isShared: boolean;
  /** What of the visitor's saved lists it was asked with. */
  saved?: Record<string, string[]>;
}

/** Names what was found. */
export const foundHash = ({ found, data }: Partial<Pick<PageDataAnswer, "found" | "data">>): string =>
  createHash("sha256")
    .update(JSON.stringify([found, data]))
    .digest("base64url")
    .slice(0, 16);

/** What the queries of pages give. */
export interface PageData {
  resolve(asked: PageDataRequest): Promise<PageDataAnswer>;
  /** What the form of a document offers at its first step. */
  ofFirstStep(asked: Omit<FirstStepRequest, "within">): Promise<FirstStepData>;
}

/** A query that is asked, of the finder or of the screen. */
interface Wanted {
  owner: QueryOwner;
  name: string;
  inputs: Record<string, Answer>;
  isRequired: boolean;
}

const preparedScreens = new WeakMap<ScreenData, PreparedScreen>();

/** The queries of a screen made functions, once for each revision. */
function preparedScreen(data: ScreenData): PreparedScreen {
  const before = preparedScreens.get(data);
  if (before) return before;
  const prepared = prepareScreen(data);
  preparedScreens.set(data, prepared);
  return prepared;
}

interface Deps {
  definitions: Pick<RunDeps["definitions"], "prepared">;
  services: Pick<RunDeps["services"], "call">;
  log: Pick<RunDeps["log"], "error">;
  /** By what services know who asks; undefined for somebody whom nobody knows yet. */
  visitorIdOf(request: FastifyRequest): string | undefined;
  /** Who is signed in; undefined where nobody is. */
  personOf?(request: FastifyRequest): Promise<string | undefined>;
  timeouts?: DocumentTimeouts;
}

export function openPageData(deps: Deps): PageData {
  const { services, timeouts = documentTimeouts } = deps;
  return {
    resolve: (asked) => resolvePage(deps, asked),
    ofFirstStep: (asked) => firstStepData(services, { ...asked, within: timeouts.document }),
  };
}

/** Whether there is anything to find for a page. */
export const hasPageData = ({ public: { flows } }: Revision, { data, flow }: CompiledScreen): boolean =>
  data !== undefined || (flow !== undefined && flows[flow]!.finder === true);

async function resolvePage(deps: Deps, asked: PageDataRequest): Promise<PageDataAnswer> {
  const { definitions, services, log, visitorIdOf, personOf, timeouts = documentTimeouts } = deps;
  const { revision, screen, params, query, saved, today, isDocument, only } = asked;
  const { data: queries = {}, flow, bound = {} } = screen;
  const began = performance.now();
  const timeoutOf = (isRequired: boolean): number =>
    !isDocument || only ? maxLookUpMs : isRequired ? timeouts.required : timeouts.document;
  const isFinder = isDocument && flow !== undefined && revision.public.flows[flow]!.finder === true;
  const finder = isFinder ? definitions.prepared(revision, flow) : undefined;
  const prepared = preparedScreen(queries);
  const ofVisitors = Object.values(queries).some((one) => one.visitor !== undefined);
  const ofPersons = Object.values(queries).some((one) => revision.private.calls[one.call]?.person);
  const visitor = ofVisitors ? visitorIdOf(asked.request) : undefined;
  let signedIn: Promise<string | undefined> | undefined;
  const person = (): Promise<string | undefined> =>
    (signedIn ??= personOf?.(asked.request) ?? Promise.resolve(undefined));
  /** What is asked where the thing itself is gone: what is shown in its place. */
  const whenGone = new Set(screen.blocks.flatMap((block) => (block.gone ? [block["data"]] : [])));
  const wantedOnly = only && withReads(prepared, only);
  const asksFor = (name: string): boolean =>
    queries[name]!.required === true ||
    wantedOnly?.has(name) === true ||
    (!only && isDocument && queries[name]!.deferred !== true && (known !== "gone" || whenGone.has(name)));
  const readsSaved =
    isDocument &&
    [...prepared.values()].some(({ query: { deferred }, ...one }) => one.readsSaved && !deferred);
  const isShared = !ofVisitors && !ofPersons && !readsSaved;

  const finderData: Record<string, DataState> = {};
  const data: Record<string, DataState> = {};
  /** The inputs that each query was asked with, by its owner and name. */
  const inputsAsked = new Map<string, Record<string, Answer>>();
  let answers: Answers = finder
    ? boundAnswers(finder, bound, (name) => (Object.hasOwn(params, name) ? [params[name]!] : query(name)))
    : {};
  /** Those that hold. */
  let effective: Answers = {};
  let isComplete = false;
  /** What all that is required says, unless something has come since. */
  let known: PageDataAnswer["verdict"] | undefined;

  const savedRead: Record<string, string[]> = {};
  const sourcesNow = (): ScreenSources => ({
    today,
    route: params,
    address: (name) => addressValue(screen, name, query(name)[0]),
    answers: effective,
    saved: (list) => (savedRead[list] ??= [...saved(list)]),
    data,
  });

  async function lookUp({ owner, name, inputs, isRequired }: Wanted): Promise<void> {
    inputsAsked.set(keyOf(owner, name), inputs);
    const into = "flow" in owner ? finderData : data;
    const left = Math.max(0, began + timeoutOf(isRequired) - performance.now());
    const answer = await inTime(answerTo(owner, name, inputs), left);
    // What failed, the browser asks for once more, and says so. What is required is asked for with the page.
    const given = answer ?? (isRequired && (!isDocument || only) ? failed : undefined);
    if (!given || (given.status === "failed" && !isRequired)) {
      delete into[name];
      return;
    }
    const { status, options, value, gone } = given;
    into[name] = {
      status,
      ...("flow" in owner ? { options } : {}),
      inputs,
      ...(value === undefined ? {} : { value }),
      ...(gone ? { gone } : {}),
    };
  }

  const answerTo = (
    owner: QueryOwner,
    name: string,
    inputs: Record<string, Answer>,
  ): Promise<DataAnswer | undefined> =>
    resolveData(services, revision, owner, name, inputs, {
      within: maxLookUpMs,
      visitor,
      person,
      address: asked.request.ip,
    }).catch(noneIfRefused);

  function verdictNow(): PageDataAnswer["verdict"] {
    try {
      return verdictOn(asked, prepared, data);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      log.error({ screen: screen.screen, err: error }, "nobody can say whether a page is there");
      return "failed";
    }
  }

  for (let round = 0; round <= maxChainLength; round++) {
    const shown: Wanted[] = [];
    if (finder) {
      const context = { today, data: { ...finderData, ...offeredByPage(finder.flow, data) }, results: {} };
      // What is chosen where nobody chose: the browser begins with it. What nobody offers is left out, as there.
      const chosen = withFilled(finder, answers, context);
      answers = present(change(finder, chosen, {}, context).answers);
      const { inputs, values } = evaluate(finder, answers, context);
      effective = values;
      for (const [name, given] of Object.entries(inputs)) {
        if (given && finder.flow.data[name]!.on !== "press" && !finder.flow.data[name]!.page) {
          shown.push({ owner: { flow: flow! }, name, inputs: given, isRequired: false });
        }
      }
    }
    for (const [name, inputs] of Object.entries(screenInputs(prepared, sourcesNow()))) {
      const isRequired = queries[name]!.required === true;
      // Without it there is no page, and nobody can say what it is asked with.
      if (inputs === null && isRequired && !Object.hasOwn(data, name)) {
        log.error(
          { screen: screen.screen, query: name },
          "a page cannot ask for what it is not there without",
        );
        data[name] = { status: "failed", inputs: {} };
        known = undefined;
      }
      if (inputs && asksFor(name)) shown.push({ owner: { screen: screen.screen }, name, inputs, isRequired });
    }
    const wanted = shown.filter(({ owner, name, inputs }) => {
      const before = inputsAsked.get(keyOf(owner, name));
      return !before || !sameAnswers(before, inputs);
    });
    if (wanted.length === 0) {
      // What failed for an answer that nobody offers is asked no more.
      isComplete = shown.every(({ owner, name }) => Object.hasOwn("flow" in owner ? finderData : data, name));
      break;
    }
    await Promise.all(wanted.map(lookUp));
    // Of a page that is not there, or of which nobody knows that, nothing else is asked.
    known = verdictNow();
    if (!isOpen(known) && !(known === "gone" && screen.gone)) break;
  }

  const verdict = known ?? verdictNow();
  for (const [name, inputs] of Object.entries(screenInputs(prepared, sourcesNow()))) {
    if (inputs === null && asksFor(name)) data[name] ??= { status: "idle", inputs: {} };
  }
  const found: FinderState | undefined = finder && { answers, data: finderData };
  return {
    ...(found ? { found } : {}),
    effective,
    data,
    verdict,
    isComplete: isComplete && (verdict === "found" || verdict === "gone"),
    isShared,
    ...(readsSaved ? { saved: savedRead } : {}),
  };
}

/** What was asked for with a page that is there already is waited for, and no longer. */
const failed: Omit<DataAnswer, "hash"> = { status: "failed", options: [] };

/** Queries with all that they read. */
function withReads(prepared: PreparedScreen, names: ReadonlySet<string>): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const other of prepared.get(name)?.reads ?? []) all.add(other);
  return all;
}

/** Whether there may be something to show. */
const isOpen = (verdict: PageDataAnswer["verdict"]): boolean => verdict === "found" || verdict === "late";

const keyOf = (owner: QueryOwner, name: string): string => JSON.stringify([owner, name]);

/** Whether the page is there, by all that it is not there without. */
function verdictOn(
  { params, isHere, today }: PageDataRequest,
  prepared: PreparedScreen,
  data: Record<string, DataState>,
): PageDataAnswer["verdict"] {
  for (const [name, query] of prepared) {
    if (!query.query.required) continue;
    const state = Object.hasOwn(data, name) ? data[name] : undefined;
    if (!state) return "late";
    if (state.status === "failed") return "failed";
    const verdict = verdictOf(name, query, state, { today, route: params }, isHere);
    if (verdict !== "found") return verdict;
  }
  return "found";
}

const present = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
