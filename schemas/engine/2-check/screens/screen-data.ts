import type { JsonPath } from "../../1-read/locate.ts";
import { namesOfFile, withNamedRules } from "../../1-read/relative.ts";
import { visitorRead } from "../../3-compile/screen-data.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import { finderOn, type Flow, type Project, type Brand, type Screen } from "../project/project.ts";

import { namedOptions } from "../project/presets.ts";
import { checkComputedAddress } from "../routes/computed-addresses.ts";
import { allOf } from "../rules/implications.ts";
import { checkRule } from "../rules/rules.ts";
import { checkScreenHead, queriesOfHead } from "./screen-head.ts";
import { queriesOfDocuments } from "./page-documents.ts";
import { checkListInputs } from "./saved-lists.ts";
import { checkCallInputs } from "../services/call-inputs.ts";
import { checkCall, checkCallPlace } from "../services/calls.ts";
import { checkPersonalHeaders } from "../services/headers.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks the queries of a screen: what they call, what they are bound to, and that something shows them. */
export function checkScreenData(project: Project, screen: Screen, brands: Brand[]): void {
  const queries = Object.entries(screen.value.data ?? {});
  const finder = finderOn(project, screen);
  for (const [name, value] of queries) {
    checkQuery(project, screen, brands, finder, { name, query: value, at: ["data", name] });
  }
  checkScreenHead(project, screen, brands, finder);
  if (screen.value.opened) {
    // Nothing that is chosen on the page or found for it is known where it is told of.
    const query = { ...screen.value.opened, required: true as const };
    checkQuery(project, screen, brands, undefined, { name: "opened", query, at: ["opened"] });
  }
  if (screen.value.takes) {
    // The server gives it a file with what is said of it.
    const place = { call: screen.value.takes.call, with: { files: null, data: null } };
    checkCall(project, screen.file, place, ["takes"]);
  }
  const used = new Set([
    screen.value.takes?.data,
    ...usedQueries(withNamedRules(screen.value)),
    ...queriesOfFinder(finder),
    ...queriesOfHead(screen),
    ...queriesOfDocuments(screen),
  ]);
  // The one that is misspelt may stand for one that nobody shows then.
  const names = new Set<unknown>(queries.map(([name]) => name));
  if ([...used].some((name) => name !== undefined && !names.has(name))) return;
  for (const [name, value] of queries) {
    if (used.has(name) || value.required === true) continue;
    project.report.add(screen.file, ["data", name], "unused-query", { data: name }, { part: "key" });
  }
}

/** The queries that a finder takes its options from. */
const queriesOfFinder = (finder: Flow | undefined): unknown[] =>
  [...(finder?.fields.values() ?? [])].flatMap((field) => namedOptions(field.value.options).page ?? []);

/** The queries that a block shows, and those that a rule reads. */
function usedQueries({ blocks = [], data = {} }: Screen["value"]): Set<unknown> {
  const shown = blocks.map((block) => block.data);
  const rules = Object.values(data).map((query) => {
    const { with: given, when } = query;
    return [Object.values(given ?? {}), when ?? null];
  });
  return new Set([...shown, ...ruleVariables(rules).map((path) => /^data\.([^.]+)/.exec(path)?.[1])]);
}

function checkQuery(
  project: Project,
  screen: Screen,
  brands: Brand[],
  finder: Flow | undefined,
  { name, query, at }: { name: string; query: NonNullable<Screen["value"]["data"]>[string]; at: JsonPath },
): void {
  const { file } = screen;
  const required = query.required === true;
  const scope: Scope = {
    owner: `La consulta "${name}"`,
    brands,
    ...(finder ? { flow: finder } : {}),
    screen: { item: screen, required },
    names: namesOfFile(screen.value.rules),
  };
  checkCall(project, file, query, at);
  checkCallPlace(project, file, query, at, "query");
  checkListInputs(project, file, query, at);
  if (finder) checkPersonalHeaders(project, finder, query, at, screen);
  for (const [input, rule] of Object.entries(query.with ?? {})) {
    const visitor = visitorRead(rule) !== undefined;
    checkRule(project, file, rule, [...at, "with", input], {
      ...scope,
      screen: { item: screen, required, visitor },
    });
  }
  if (query.when !== undefined) checkRule(project, file, query.when, [...at, "when"], scope);
  for (const key of ["gone", "moved"] as const) {
    if (query[key] === undefined) continue;
    checkRule(project, file, query[key], [...at, key], {
      owner: `"${key}" de la consulta "${name}"`,
      brands,
      screen: { item: screen, answerOf: name },
    });
  }
  checkComputedAddress(project, file, query.moved, [...at, "moved"], brands);
  const facts = allOf(query.when, scope.names);
  const site = {
    project,
    file,
    ...(finder ? { flow: finder } : {}),
    scope,
    facts,
    made: new Map<string, never>(),
  };
  // What is absent leaves other queries unasked. Without this one there would be no page, at no address.
  const given = Object.entries(query.with ?? {});
  // Whoever looks at a page is somebody on that day, with a session or without.
  const known = name === "opened" ? given.filter(([, rule]) => visitorRead(rule) !== undefined) : [];
  const optional = [...(query.optional ?? []), ...known.map(([input]) => input)];
  checkCallInputs(site, query, at, required ? { optional } : { optional: "all" });
  if (required && query.when !== undefined) {
    const values = { key: "when", other: "required" };
    project.report.add(file, [...at, "when"], "conflicting-keys", values, { part: "key" });
  }
}
