import { createHash, randomUUID } from "node:crypto";
import {
  booleansOf,
  evaluate,
  RuleError,
  type Answer,
  type Answers,
  type CompiledCall,
  type Context,
  type DataAnswer,
  type DataState,
  type Evaluation,
  type Option,
  type Prepared,
  type Revision,
  type ScreenData,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { unknownKeys } from "./errors.ts";
import { CallInputError, toOptions, toValue, type Services } from "../services/services.ts";

/** Chains of data (a list that depends on a choice from another list) are no longer than this. */
export const maxChainLength = 10;

/** Milliseconds for a look-up with all its tries, where it is all that a request asks: none takes over 10 s. */
export const maxLookUpMs = 8_000;

/** Who has a query: a flow, or a screen. */
export type QueryOwner = { flow: string } | { screen: string };

/** The queries of a flow or of a screen, by name; none where there is no such. */
function queriesOf({ public: { flows, brand } }: Revision, owner: QueryOwner): ScreenData {
  if ("flow" in owner) return Object.hasOwn(flows, owner.flow) ? flows[owner.flow]!.data : {};
  return brand.screens.find(({ screen }) => screen === owner.screen)?.data ?? {};
}

export interface LookUpOptions {
  within?: number | undefined;
  /** Id of who asks, for the inputs that are the visitor's. */
  visitor?: string | undefined;
  /** Who is signed in, for calls that carry it: looked up where one does. */
  person?: (() => Promise<string | undefined>) | undefined;
  /** The Internet address from which it is asked: how often one may is counted. */
  address?: string | undefined;
  /** A page that the brand does not know asks. */
  isForeign?: boolean;
}

/**
 * What a data query gives for these inputs. Never throws on what a service does: that is `failed`.
 * @throws {ApiError} for inputs that the query does not take.
 */
export async function resolveData(
  services: Pick<Services, "call">,
  revision: Revision,
  owner: QueryOwner,
  name: string,
  inputs: Record<string, Answer>,
  { within, visitor, person, address, isForeign }: LookUpOptions = {},
): Promise<DataAnswer> {
  const data = queriesOf(revision, owner);
  const query = Object.hasOwn(data, name) ? data[name] : undefined;
  const call = query && revision.private.calls[query.call];
  if (!query || !call) throw new ApiError("not-found.query", { query: name });
  // What a form asks by itself, again and again, does nothing but answer; what waits for a press may do something.
  if (isForeign && call.method !== "GET" && query.on === "press") throw new ApiError("other-site");
  const expected = Object.keys(query.with);
  const unknown = Object.keys(inputs).filter((input) => !expected.includes(input));
  const optional = new Set(query.optional);
  const missing = expected.filter((input) => !optional.has(input) && !Object.hasOwn(inputs, input));
  if (unknown.length > 0) throw unknownKeys(unknown);
  if (missing.length > 0) {
    throw new ApiError("missing-input", { inputs: missing.join(", ") });
  }
  const ofVisitor = Object.keys(query.visitor ?? {});
  // Who is nobody yet has nothing of his own.
  if (visitor === undefined && ofVisitor.some((input) => !optional.has(input))) return named(nothing);
  const signedIn = call.person ? await person?.() : undefined;
  if (call.person && signedIn === undefined) return named(nothing);
  const own = visitor === undefined ? [] : ofVisitor.map((input) => [input, visitor] as const);
  const result = await services
    .call({
      revision,
      call: query.call,
      input: { ...inputs, ...Object.fromEntries(own) },
      key: randomUUID(),
      ...(within === undefined ? {} : { within }),
      ...(signedIn === undefined ? {} : { person: signedIn }),
      ...(address === undefined ? {} : { visitorAddress: address }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof CallInputError)) throw error;
      // Anybody may write an address: there is nothing at one that no call can be made of.
      if ("screen" in owner) return undefined;
      throw new ApiError("bad-request.inputs", { query: name });
    });
  if (!result) return named(nothing);
  if (result.ok) return known(revision, call, result.data, inputs);
  if (result.failure !== "empty") return named(failed);
  return named(result.status === 410 ? { ...nothing, gone: true } : nothing);
}

const failed = { status: "failed", options: [] } satisfies Partial<DataAnswer>;
const nothing = { status: "empty", options: [] } satisfies Partial<DataAnswer>;

const named = (content: Omit<DataAnswer, "hash">): DataAnswer => ({ ...content, hash: hashOf(content) });

const hashOf = (content: Omit<DataAnswer, "hash">): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 16);

/** What a good answer says. Where it cannot be read as the definition says, it is none. */
function known(
  revision: Revision,
  call: CompiledCall,
  data: unknown,
  inputs: Record<string, unknown>,
): DataAnswer {
  let read: { value: unknown; options: Option[] };
  try {
    read = {
      value: toValue(call, data, inputs),
      options: toOptions(call, data, inputs, booleansOf(revision.public.brand.words)),
    };
  } catch (error) {
    if (error instanceof RuleError) return named(failed);
    throw error;
  }
  const { value, options } = read;
  const there = call.options ? options.length > 0 : !isEmpty(value);
  return named({
    status: there ? "ready" : "empty",
    options,
    ...(isEmpty(value) ? {} : { value }),
  });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Evaluates with all data that the answers ask for, looked up now; not what only a press of a button asks for. `within`
 * says how many milliseconds there are for what is asked next: what one list gives may ask for another.
 */
export async function evaluateWithData(
  services: Services,
  revision: Revision,
  prepared: Prepared,
  answers: Answers,
  context: Omit<Context, "data">,
  within: () => number,
  asker: Pick<LookUpOptions, "person" | "address"> = {},
): Promise<{ evaluation: Evaluation; context: Context }> {
  const data: Record<string, DataState> = {};
  // What cannot be asked for cannot be had: whoever chose from it is refused, and told where.
  const lookUp = (name: string, inputs: Record<string, Answer>): Promise<DataState> =>
    stateOf(services, revision, { flow: prepared.flow.flow }, name, inputs, {
      within: within(),
      ...asker,
    }).catch((error: unknown) => {
      // What is refused for now says so: the person waits, and nothing is wrong with the choice. Where others behind the
      // same address have asked too much, the page was told nothing either: the form goes on without it.
      const isPassing =
        error instanceof ApiError && (error.status === 429 || error.status === 503) && !isOfAddress(error);
      if (error instanceof ApiError && !isPassing) return { ...failed, inputs };
      throw error;
    });
  for (let round = 0; ; round++) {
    const evaluation = evaluate(prepared, answers, { ...context, data });
    const wanted = Object.entries(evaluation.inputs).filter(
      ([name, inputs]) =>
        inputs &&
        prepared.flow.data[name]!.on !== "press" &&
        JSON.stringify(data[name]?.inputs) !== JSON.stringify(inputs),
    );
    if (wanted.length === 0 || round === maxChainLength) {
      return { evaluation, context: { ...context, data } };
    }
    await Promise.all(
      wanted.map(async ([name, inputs]) => {
        data[name] = await lookUp(name, inputs!);
      }),
    );
  }
}

const isOfAddress = ({ sentence }: ApiError): boolean => sentence.startsWith("too-many.address.");

/** What a data query gives, with what it was asked with. */
export async function stateOf(...asked: Parameters<typeof resolveData>): Promise<DataState> {
  const inputs = asked[4];
  const { status, options, value } = await resolveData(...asked);
  return { status, options, inputs, ...(value === undefined ? {} : { value }) };
}

/** Nothing for what a query does not take: of a document, the browser asks for it, and is told. */
export function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** What queries that wait for a button give for the answers, for a program that reads it. One that fails gives nothing. */
export async function lookUpPressed(
  services: Services,
  revision: Revision,
  { flow }: Prepared,
  { inputs }: Evaluation,
  queries: readonly string[],
  { within, address }: Pick<LookUpOptions, "within" | "address">,
): Promise<Record<string, DataState>> {
  const asked = queries.flatMap((name) => (inputs[name] ? [{ name, input: inputs[name] }] : []));
  const states = await Promise.all(
    asked.map(({ name, input }) =>
      stateOf(services, revision, { flow: flow.flow }, name, input, { within, address })
        // Nobody waits for it twice, and nothing that a person needs hangs on it.
        .catch((): DataState => ({ ...failed, inputs: input })),
    ),
  );
  return Object.fromEntries(asked.map(({ name }, index) => [name, states[index]!]));
}
