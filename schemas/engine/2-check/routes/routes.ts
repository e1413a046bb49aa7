import { entryRoute } from "../../1-read/entry-route.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { byParameters, partsNamedIn, pathUnder, takesParameters } from "../../4-evaluate/route.ts";
import { entriesOf } from "../project/content.ts";
import { nearest } from "../report/nearest.ts";
import { checkAnchor } from "./anchors.ts";
import { checkAnswersInAddress } from "./given-answers.ts";
import { parametersIn, routeParameters } from "../variables/screen-paths.ts";
import { admitsToken } from "../patterns/tokens.ts";
import { checkPattern, patternProblem } from "../patterns/pattern.ts";
import { flowsOn, screensOf, type Project, type Brand, type Screen } from "../project/project.ts";

/** The parameters that a route finds in an address; undefined where it is none of it. */
function parametersOf(route: string, address: string): Record<string, string> | undefined {
  const wanted = route.split("/");
  const given = address.split("/");
  const fits =
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(":") || part === given[index]);
  if (!fits) return undefined;
  return Object.fromEntries(
    wanted.flatMap((part, index) => (part.startsWith(":") ? [[part.slice(1), given[index]!]] : [])),
  );
}

/** Patterns of the parameters that were found, those left out that are told to be none. */
function patternsOf({ value }: Screen, given: Record<string, string>): Record<string, { pattern: string }> {
  const all = Object.entries(value.parameters ?? {}).map(([name, one]) => [name, one.pattern] as const);
  return Object.fromEntries(
    all.flatMap(([name, pattern]) =>
      !Object.hasOwn(given, name) || pattern === undefined || patternProblem(pattern)
        ? []
        : [[name, { pattern }]],
    ),
  );
}

/** Checks that what a screen says of the parameters of its address is of those that it has, and can be asked. */
export function checkParameters({ report }: Project, { file, value }: Screen): void {
  const route = value.route;
  if (route === undefined) return;
  const named = routeParameters({ value });
  const taken = new Set(named);
  for (const [name, one] of Object.entries(value.parameters ?? {})) {
    const at = ["parameters", name, "pattern"];
    checkPattern(report, file, one.pattern, at);
    for (const part of partsNamedIn(one.pattern ?? "")) {
      const values = { part, pattern: one.pattern ?? "" };
      if (taken.has(part)) report.add(file, at, "duplicate-route-part", values);
      taken.add(part);
    }
    if (named.includes(name)) continue;
    const values = { route, parameter: name };
    const suggestion = nearest(name, named);
    report.add(file, ["parameters", name], "parameter-not-in-route", values, { part: "key", suggestion });
  }
}

/**
 * Checks that a page that search engines are kept from says of each part of its address that may be somebody's key whether
 * it is one: what is not said to be secret is told to whoever measures.
 */
export function checkSecrets({ report }: Project, { id, file, value }: Screen): void {
  const { indexed = true, signIn, forEach, parameters = {} } = value;
  if (indexed || signIn === true || forEach !== undefined) return;
  for (const name of parametersIn(value.route ?? "")) {
    const one = Object.hasOwn(parameters, name) ? parameters[name]! : {};
    if (one.secret !== undefined || !admitsToken(one.pattern)) continue;
    const at = Object.hasOwn(parameters, name) ? ["parameters", name] : ["route"];
    report.add(file, at, "unsaid-secret", { screen: id, parameter: name });
  }
}

/** Checks that what other routes of a screen have in them is chosen on it: in a finder, whose answers come from there. */
export function checkRoutes(project: Project, screen: Screen): void {
  const { file, value } = screen;
  const answers = (value.blocks ?? []).flatMap((block) =>
    block.flow !== undefined && project.flows.get(block.flow)?.value.finder === true
      ? Object.values(block.answers ?? {}).flatMap(({ from }) => from ?? [])
      : [],
  );
  for (const [index, route] of (value.routes ?? []).entries()) {
    for (const parameter of parametersIn(route)) {
      if (answers.includes(parameter) || parametersIn(value.route ?? "").includes(parameter)) continue;
      const suggestion = nearest(parameter, answers);
      const values = { route, parameter };
      project.report.add(file, ["routes", index], "route-without-answer", values, { suggestion });
    }
  }
}

/** What the server answers itself, in production or while definitions are written. */
const reserved: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "definitions",
  "embed",
  "renderer",
  "schemas",
]);

/** Checks that the address of a screen, and of the steps of its flow, is not the server's own. */
export function checkAddress(project: Project, screen: Screen): void {
  const first = (route: string): string => route.split("/")[1] ?? "";
  const own = "forEach" in screen.value ? [screen.value.route ?? ""] : routesOf(project, screen);
  for (const route of own) {
    if (!reserved.has(first(route))) continue;
    const values = { route, first: first(route) };
    return project.report.add(screen.file, ["route"], "reserved-address", values);
  }
}

/**
 * Addresses that a screen answers: its route, and those of the steps of its flow. One of which there is one for each
 * entry of content has those of the brand's entries, and without a brand, of all.
 */
export function routesOf(project: Project, screen: Screen, brand?: Brand): string[] {
  const written = screen.value.route;
  const others = screen.value.routes ?? [];
  if (written === undefined) return others;
  const type = screen.value.forEach;
  if (type !== undefined) {
    const brands = brand ? [brand] : [...new Set(project.brands.values())];
    const entries = new Set(brands.flatMap((one) => entriesOf(project, one, type)));
    return [...entries].flatMap((entry) => stepRoutes(project, screen, entryRoute(written, entry)));
  }
  return [...stepRoutes(project, screen, written), ...others];
}

function stepRoutes(project: Project, screen: Screen, route: string): string[] {
  const slugs = flowsOn(screen).flatMap((id) =>
    (project.flows.get(id)?.steps ?? []).slice(1).map((step) => step.value.slug ?? step.id),
  );
  return [route, ...slugs.map((slug) => pathUnder(route, slug))];
}

/** What was found of an address, by the brand's code: every brand's menu leads to the same ones. */
const answering = new WeakMap<Project, Map<string, Screen | undefined>>();

/** The screen that answers an address, which has no query: of a brand, or of all screens. */
export function screenAt(project: Project, address: string, brand?: Brand): Screen | undefined {
  const known = answering.get(project) ?? new Map<string, Screen | undefined>();
  answering.set(project, known);
  const key = `${brand?.id ?? ""} ${address}`;
  if (!known.has(key)) known.set(key, findScreen(project, address, brand));
  return known.get(key);
}

function findScreen(project: Project, address: string, brand?: Brand): Screen | undefined {
  return candidatesOf(project, brand).find(({ screen, routes }) =>
    routes.some((one) => {
      const given = parametersOf(one, address);
      return given !== undefined && takesParameters({ parameters: patternsOf(screen, given) }, given);
    }),
  )?.screen;
}

interface Candidate {
  screen: Screen;
  /** All that it answers. */
  routes: string[];
}

/** By the brand's code, in the order in which they are asked for an address. */
const candidates = new WeakMap<Project, Map<string, Candidate[]>>();

function candidatesOf(project: Project, brand?: Brand): Candidate[] {
  const known = candidates.get(project) ?? new Map<string, Candidate[]>();
  candidates.set(project, known);
  const code = brand?.id ?? "";
  const made =
    known.get(code) ??
    (brand ? screensOf(project, brand) : [...project.screens.values()])
      .map((screen) => ({ screen, route: screen.value.route ?? "" }))
      .toSorted(byParameters)
      .map(({ screen }) => ({ screen, routes: routesOf(project, screen, brand) }));
  known.set(code, made);
  return made;
}

/**
 * Checks that an address leads to a screen, in each of the brands given.
 * `source` says who leads there, for the brand that lacks the screen; `within` is the address where it stands in a text.
 */
export function checkRedirect(
  project: Project,
  file: ReadFile,
  address: string | undefined,
  at: JsonPath,
  brands: Brand[],
  source: string,
  within?: string,
): void {
  const route = address?.split(/[?#]/)[0];
  if (route === undefined) return;
  const screen = screenAt(project, route);
  if (!screen) {
    const screens = [...project.screens.values()];
    if (screens.some((one) => project.report.isInvalid(one.file))) return;
    const suggestion = nearest(
      route,
      screens.flatMap((one) => routesOf(project, one)),
    );
    const part = within === undefined ? {} : { within };
    return project.report.add(file, at, "unknown-route", { route }, { suggestion, ...part });
  }
  checkAnswersInAddress(project, file, address ?? "", at, screen);
  for (const brand of brands) {
    const shown = screenAt(project, route, brand);
    if (shown) {
      checkAnchor(project, file, address ?? "", at, [shown], brand);
      continue;
    }
    const values = { brand: brand.id, screen: screen.id, source, route };
    project.report.add(brand.file, ["screens"], "missing-screen", values, { part: "key" });
  }
}
