import { partsNamedIn } from "../../4-evaluate/route.ts";
import { nearest } from "../report/nearest.ts";
import type { Project, Screen } from "../project/project.ts";
import { readQuery } from "./query-paths.ts";
import type { Reading, Scope } from "./scope.ts";

/** Where a rule of a query of a screen stands. */
export interface ScreenPlace {
  item: Screen;
  /** The query whose own answer the rule reads, and nothing else. */
  answerOf?: string;
  /** Whether it says what the page is called and about: what is not there yet is left out. */
  head?: boolean;
  /** Whether the page is not there without the query. */
  required?: boolean;
  /** Whether the rule says when a part of the page is shown: it reads how often somebody was here. */
  shown?: boolean;
  /** Whether the rule reads the visitor and nothing else. */
  visitor?: boolean;
}

/** The names of the parameters of a route. */
export const parametersIn = (route: string): string[] =>
  route.split("/").flatMap((part) => (part.startsWith(":") ? [part.slice(1)] : []));

/** The names of the parameters of a screen's routes. */
export const routeParameters = ({ value }: Pick<Screen, "value">): string[] => [
  ...new Set([value.route ?? "", ...(value.routes ?? [])].flatMap(parametersIn)),
];

/** What rules of a screen can read of its route: its parameters, and the parts that their patterns name. */
const namesOfRoute = (screen: Pick<Screen, "value">): string[] => {
  const patterns = Object.values(screen.value.parameters ?? {}).map(({ pattern }) => pattern ?? "");
  return [...routeParameters(screen), ...patterns.flatMap(partsNamedIn)];
};

const isRequired = ({ value }: Screen, query: string): boolean => value.data?.[query]?.required === true;

/** What a path reads that is a screen's: its route, its address, the visitor, its queries. Undefined for all others. */
export function readOfScreen(
  project: Project,
  scope: Scope,
  { item, answerOf, head: isHead, required, shown, visitor }: ScreenPlace,
  path: string,
): Reading | undefined {
  const { owner } = scope;
  const [head = "", name = "", ...rest] = path.split(".");
  const unknown = (known: string[]): Reading => ({
    finding: { code: "unknown-variable", values: { owner, path }, suggestion: nearest(path, known) },
  });
  if (head === "route") {
    const known = namesOfRoute(item);
    return known.includes(name) && rest.length === 0
      ? { other: true }
      : unknown(known.map((one) => `route.${one}`));
  }
  if (head === "rules") return undefined;
  // What stands over its finder, and what the page is called, by rules that are read before.
  if (isHead && path === "heading" && item.value.head?.heading !== undefined) return { other: true };
  if (isHead && path === "title" && item.value.head?.title !== undefined) return { other: true };
  if (head === "data") {
    if (answerOf !== undefined && name !== answerOf) return unknown([`data.${answerOf}.value`]);
    const reading = readQuery(project, scope, { ...item, what: `La pantalla "${item.id}"` }, path);
    if ("finding" in reading || isHead || answerOf !== undefined || isRequired(item, name)) return reading;
    return { finding: { code: "query-not-required", values: { owner, data: name } } };
  }
  if (answerOf !== undefined) return path === "today" ? { other: true } : unknown([`data.${answerOf}.value`]);
  if (head === "address") return rest.length === 0 && name !== "" ? { other: true } : unknown([]);
  if (shown && head === "visitor")
    return path === "visitor.visits" ? { other: true } : unknown(["visitor.visits"]);
  if (head === "visitor") {
    if (path !== "visitor.id") return unknown(["visitor.id"]);
    return visitor ? { other: true } : { finding: { code: "visitor-not-alone", values: { owner } } };
  }
  if (head === "saved" && rest.length === 0) {
    const known = project.savedLists.has(name) || project.isUnresolved("saved-list", name);
    if (known && required) return { finding: { code: "answer-in-required", values: { owner, path } } };
    if (known) return { other: true };
    const suggestion = nearest(
      path,
      [...project.savedLists.keys()].map((list) => `saved.${list}`),
    );
    return { finding: { code: "unknown-saved-list", values: { list: name }, suggestion } };
  }
  if (required && scope.flow?.fields.has(path)) {
    return { finding: { code: "answer-in-required", values: { owner, path } } };
  }
  return undefined;
}
