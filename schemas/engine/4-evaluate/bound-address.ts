import type { Answer, Answers, CompiledScreen } from "../types/index.ts";
import { takesParameters } from "./route.ts";

/** The one text of an answer in an address; none where nothing is answered. */
export function boundText(answer: Answer | undefined): string | undefined {
  if (answer === undefined || answer === false) return undefined;
  if (!Array.isArray(answer)) return String(answer);
  return answer.length === 0 ? undefined : inOrder(answer).map(escaped).join(",");
}

/** Each value once, in an order that does not depend on what was chosen first. */
export const inOrder = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

const escaped = (value: string): string => value.replaceAll("%", "%25").replaceAll(",", "%2C");

/** Where a page is: its path and its query, with `?` where there is one. */
export interface PageAddress {
  path: string;
  search: string;
}

/** What of a screen says how its answers are written in its address. */
type BoundScreen = Pick<CompiledScreen, "bound" | "route" | "routes" | "parameters">;

/**
 * The address with these answers in it, and everything else as it was. There is one for the same answers: they are in the
 * path as far as a route has a place for them, and else stand in the query before everything else, in the order in which
 * the screen names them.
 * @param answers effective ones, by path.
 * @param params parameters of the route that the address has now.
 */
export function boundAddress(
  screen: BoundScreen,
  answers: Answers,
  { path, search }: PageAddress,
  params: Record<string, string>,
): PageAddress {
  const bound = Object.entries(screen.bound ?? {});
  // Of several fields of one parameter, of which a brand or a visitor has one, the one that is answered speaks.
  const texts = new Map<string, string | undefined>();
  for (const [field, name] of bound) {
    const text = boundText(answers[field]);
    if (text !== undefined || !texts.has(name)) texts.set(name, text);
  }
  const single = new Map(
    bound.flatMap(([field, name]) => {
      const answer = answers[field];
      return answer !== undefined && (!Array.isArray(answer) || answer.length === 1)
        ? [[name, texts.get(name)!] as const]
        : [];
    }),
  );
  const found = routeFor(screen, (name) => (texts.has(name) ? single.get(name) : params[name]));
  const inPath = new Set(found ? parametersOf(found.route) : Object.keys(params));
  const own = [...texts].flatMap(([name, text]) =>
    text === undefined || inPath.has(name) ? [] : [[name, text] as const],
  );
  const others = queryOf(search).filter(([name]) => !texts.has(name));
  return { path: found?.path ?? path, search: searchOf([...own, ...others]) };
}

const parametersOf = (route: string): string[] =>
  route.split("/").flatMap((part) => (part.startsWith(":") ? [part.slice(1)] : []));

/** The route with the most parameters that all have a text, with the path that it makes of them. */
function routeFor(
  { route, routes = [], parameters }: Omit<BoundScreen, "bound">,
  textOf: (name: string) => string | undefined,
): { route: string; path: string } | undefined {
  const all = [route, ...routes].toSorted((a, b) => parametersOf(b).length - parametersOf(a).length);
  for (const one of all) {
    const texts = Object.fromEntries(parametersOf(one).map((name) => [name, textOf(name)]));
    if (Object.values(texts).some((text) => text === undefined || text === "")) continue;
    if (!takesParameters({ parameters }, texts)) continue;
    const parts = one
      .split("/")
      .map((part) => (part.startsWith(":") ? encoded(texts[part.slice(1)]!) : part));
    return { route: one, path: parts.join("/") };
  }
  return undefined;
}

type Parameter = readonly [name: string, value: string];

/** The parameters of a query, as browsers read them. */
const queryOf = (search: string): Parameter[] =>
  search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...rest] = part.split("=");
      return [decoded(name), decoded(rest.join("="))] as const;
    });

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // What is encoded in no way that can be read stands for itself.
    return spaced;
  }
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A query as an address has it: a comma between values is one. */
export function searchOf(parameters: Iterable<Parameter>): string {
  const written = (text: string): string => encoded(text).replaceAll("%20", "+").replaceAll("%2C", ",");
  const text = Array.from(parameters, ([name, value]) => `${written(name)}=${written(value)}`).join("&");
  return text === "" ? "" : `?${text}`;
}
