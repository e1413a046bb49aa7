import type {
  Answer,
  Answers,
  CompiledScreen,
  CompiledScreenData,
  DataState,
  Rule,
  ScreenData,
} from "../types/index.ts";
import { inputsOf } from "./query-inputs.ts";
import {
  compileRule,
  RuleError,
  ruleVariables,
  truth,
  valueAt,
  type CompiledRule,
  type RuleScope,
} from "./rules.ts";
import { dataVariable } from "./work.ts";

/** What the queries of a screen are bound to. */
export interface ScreenSources {
  /** `yyyy-mm-dd`. */
  today: string;
  /** Parameters of the route. */
  route: Record<string, string>;
  /** What a query parameter of the address says, if it is there: `addressValue`. */
  address(name: string): string | number | undefined;
  /** Effective answers of the screen's finder by path; undefined as long as nobody knows them. */
  answers: Answers | undefined;
  /** The ids in a saved list of the visitor's, the last one first. */
  saved(list: string): readonly string[];
  data: Record<string, DataState>;
}

/** Letters of a text that somebody looks for; the rest of a longer one is not. */
const maxSearchText = 80;

/** What an address has for a parameter that a view takes from it: absent where that is no page after the first, or no order. */
export function addressValue(
  { address = {} }: Pick<CompiledScreen, "address">,
  name: string,
  text: string | undefined,
): string | number | undefined {
  const taken = Object.hasOwn(address, name) ? address[name] : undefined;
  if (!taken || text === undefined) return text;
  if ("text" in taken) return text.trim().slice(0, maxSearchText) || undefined;
  if ("orders" in taken) return taken.orders.includes(text) ? text : undefined;
  const number = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
  return number > 1 ? number : undefined;
}

/** The inputs of a query: null where it is not asked, undefined where nobody knows yet. */
export type ScreenInputs = Record<string, Answer> | null | undefined;

interface PreparedQuery {
  query: CompiledScreenData;
  with: [name: string, rule: CompiledRule][];
  optional: ReadonlySet<string>;
  when: CompiledRule | undefined;
  gone: CompiledRule | undefined;
  moved: CompiledRule | undefined;
  /** Whether its rules read answers, or other queries. */
  readsAnswers: boolean;
  /** Whether they read what the visitor's browser keeps. */
  readsSaved: boolean;
  reads: string[];
}

/** The queries of a screen with their rules made functions. */
export type PreparedScreen = Map<string, PreparedQuery>;

const ownHeads: ReadonlySet<string> = new Set(["address", "data", "route", "saved", "today"]);

const compiled = (rule: Rule | undefined): CompiledRule | undefined =>
  rule === undefined ? undefined : compileRule(rule);

export function prepareScreen(data: ScreenData): PreparedScreen {
  return new Map(
    Object.entries(data).map(([name, query]) => {
      const read = ruleVariables([Object.values(query.with), query.when]);
      return [
        name,
        {
          query,
          with: Object.entries(query.with).map(([input, rule]) => [input, compileRule(rule)]),
          optional: new Set(query.optional),
          when: compiled(query.when),
          gone: compiled(query.gone),
          moved: compiled(query.moved),
          readsAnswers: read.some((path) => !ownHeads.has(path.split(".", 1)[0]!)),
          readsSaved: read.some((path) => path.startsWith("saved.")),
          reads: read.flatMap((path) => /^data\.([^.]+)/.exec(path)?.[1] ?? []),
        },
      ];
    }),
  );
}

/** What each query asks for now, by name. A rule that cannot be evaluated asks for nothing. */
export function screenInputs(prepared: PreparedScreen, sources: ScreenSources): Record<string, ScreenInputs> {
  const found = new Map<string, ScreenInputs>();
  const look = (name: string): ScreenInputs => {
    if (found.has(name)) return found.get(name);
    // The checker refuses circles; nobody waits for one here.
    found.set(name, null);
    const query = prepared.get(name);
    if (!query) return null;
    for (const other of query.reads) look(other);
    const isUnknown =
      (query.readsAnswers && sources.answers === undefined) ||
      query.reads.some((other) => !Object.hasOwn(sources.data, other));
    const inputs = isUnknown ? undefined : inputsOf(query, scopeOf(prepared, sources, found));
    const known = inputs === "failed" ? null : inputs;
    found.set(name, known);
    return known;
  };
  return Object.fromEntries([...prepared.keys()].map((name) => [name, look(name)]));
}

/** What rules of a screen read, besides those of its queries. */
export const scopeOfScreen = (prepared: PreparedScreen, sources: ScreenSources): RuleScope =>
  scopeOf(prepared, sources, new Map(Object.entries(screenInputs(prepared, sources))));

function scopeOf(
  prepared: PreparedScreen,
  { today, route, address, answers, saved, data }: ScreenSources,
  inputs: ReadonlyMap<string, ScreenInputs>,
): RuleScope {
  return {
    variable(path) {
      if (path === "today") return today;
      const [head = "", name = "", ...rest] = path.split(".");
      if (head === "route" && rest.length === 0) return Object.hasOwn(route, name) ? route[name] : null;
      if (head === "address" && rest.length === 0) return address(name) ?? null;
      if (head === "saved" && rest.length === 0) return saved(name);
      if (head === "data") {
        return dataVariable(prepared.get(name)?.query, inputs.get(name) ?? null, data[name], path);
      }
      if (answers && Object.hasOwn(answers, path)) return answers[path] ?? null;
      return null;
    },
  };
}

/** What the answer to a required query means for its page. */
export type RequiredResult = "found" | "unknown" | "gone" | { moved: string };

/**
 * Whether a page is there, by what a query gave that it is not there without. Where an answer says neither, it is found.
 * @param isHere whether an address is the page's own: what moved there is where it is.
 * @throws {RuleError} for a rule that cannot be evaluated.
 */
export function verdictOf(
  name: string,
  { gone, moved }: Pick<PreparedQuery, "gone" | "moved">,
  answer: Pick<DataState, "status" | "value" | "gone">,
  sources: Pick<ScreenSources, "today" | "route">,
  isHere: (address: string) => boolean,
): RequiredResult {
  if (answer.gone) return "gone";
  if (answer.status === "empty") return "unknown";
  const scope: RuleScope = {
    variable(read) {
      if (read === "today") return sources.today;
      const [head, ...rest] = read.split(".");
      if (head === "route") return valueAt(sources.route, rest.join("."));
      if (read === `data.${name}.value`) return answer.value ?? null;
      const prefix = `data.${name}.value.`;
      if (read.startsWith(prefix)) return valueAt(answer.value, read.slice(prefix.length));
      throw new RuleError(`unknown variable "${read}"`);
    },
  };
  if (gone !== undefined && truth(gone(scope))) return "gone";
  const target = moved === undefined ? null : moved(scope);
  if (typeof target !== "string" || target === "" || isHere(target)) return "found";
  return { moved: target };
}
