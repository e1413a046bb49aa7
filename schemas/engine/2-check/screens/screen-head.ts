/** Checks what a screen says of itself by what is chosen on it: `head`. */
import type { JsonPath } from "../../1-read/locate.ts";
import { withNamedRules } from "../../1-read/relative.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import { callNamed, partOfSchema, valueSchema } from "../project/call-values.ts";
import {
  flowsOn,
  type Brand,
  type CallDefinition,
  type Flow,
  type Project,
  type Screen,
  type ValueSchema,
} from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { checkRule } from "../rules/rules.ts";
import { checkCallInputs } from "../services/call-inputs.ts";
import { checkCall, checkCallPlace } from "../services/calls.ts";
import type { Scope } from "../variables/scope.ts";
import { namesIn } from "../wording/placeholders.ts";
import { checkRowAddress } from "./row-addresses.ts";
import { checkThing } from "./things.ts";

type Head = NonNullable<Screen["value"]["head"]>;

const ruleKeys = ["heading", "title", "description", "picture", "indexed"] as const;

export function checkScreenHead(
  project: Project,
  screen: Screen,
  brands: Brand[],
  finder: Flow | undefined,
): void {
  const { file, value } = screen;
  const { head } = value;
  if (!head) return;
  const scope = (key: string): Scope => ({
    owner: `"${key}" de la pantalla "${screen.id}"`,
    brands,
    ...(finder ? { flow: finder } : {}),
    screen: { item: screen, head: true },
  });
  for (const key of ruleKeys) {
    if (head[key] !== undefined) checkRule(project, file, head[key], ["head", key], scope(key));
  }
  for (const [index, thing] of (head.structuredData ?? []).entries()) {
    const place = { project, file, queries: value.data, scope: scope("structuredData") };
    checkThing(place, thing, ["head", "structuredData", index]);
  }
  if (head.heading !== undefined && !finder) {
    const [flow] = flowsOn(screen);
    const what =
      flow === undefined ? `la pantalla "${screen.id}" no tiene ninguno` : `el flujo "${flow}" no lo es`;
    const values = { key: "heading", what };
    project.report.add(file, ["head", "heading"], "not-a-finder", values, { part: "key" });
  }
  checkCanonical(project, screen, head);
  for (const [index, one] of (head.sitemap ?? []).entries()) {
    checkSitemap(project, screen, brands, one, ["head", "sitemap", index]);
  }
}

/** The queries that the rules of a head read. */
export const queriesOfHead = ({ value }: Screen): string[] =>
  ruleVariables((withNamedRules(value).head ?? null) as never).flatMap(
    (path) => /^data\.([^.]+)/.exec(path)?.[1] ?? [],
  );

/** That what stays in the address by which the page is known is something that the page reads there. */
function checkCanonical({ report }: Project, { file, value }: Screen, { canonical = [] }: Head): void {
  const bound = (value.blocks ?? []).flatMap(({ answers, paging, sort }) => [
    ...Object.values(answers ?? {}).map((one) => one?.from),
    paging?.from,
    sort?.from,
  ]);
  const { data = null } = withNamedRules(value);
  const read = ruleVariables([data] as never).flatMap((path) => /^address\.(.+)$/.exec(path)?.[1] ?? []);
  const known = new Set([...bound, ...read].filter((name) => name !== undefined));
  for (const [index, name] of canonical.entries()) {
    if (known.has(name)) continue;
    const suggestion = nearest(name, known);
    report.add(file, ["head", "canonical", index], "unknown-address-parameter", { name }, { suggestion });
  }
}

function checkSitemap(
  project: Project,
  screen: Screen,
  brands: Brand[],
  one: NonNullable<Head["sitemap"]>[number],
  at: JsonPath,
): void {
  const { file } = screen;
  const scope: Scope = { owner: `El sitemap de la pantalla "${screen.id}"`, brands };
  checkCall(project, file, one, at);
  checkCallPlace(project, file, one, at, "query");
  const site = { project, file, scope, facts: [], made: new Map<string, never>() };
  checkCallInputs(site, { with: one.with }, at, {});
  const call = callNamed(project, one.call);
  const row = call && rowOf(call, one.rows);
  if (call && !row) {
    const key = one.rows === undefined ? "call" : "rows";
    project.report.add(file, [...at, key], "thing-rows", { owner: scope.owner });
  }
  if (one.when !== undefined)
    checkRule(project, file, one.when, [...at, "when"], { ...scope, row: row ?? {} });
  if (one.address === undefined) return;
  checkRowAddress(project, file, { address: one.address, key: "to", item: {} }, [...at, "address"], brands);
  const known = Object.keys(row?.properties ?? {}).map((key) => `row.${key}`);
  for (const name of new Set(namesIn(one.address))) {
    if (!row?.properties || known.includes(name)) continue;
    const near = nearest(name, known);
    const values = { placeholder: `{${name}}`, allowed: known.map((key) => `{${key}}`).join(", ") };
    project.report.add(file, [...at, "address"], "unknown-placeholder", values, {
      suggestion: near && `{${near}}`,
      within: `{${name}}`,
    });
  }
}

/** A row of the list that a call gives; undefined where it gives none. */
function rowOf(call: CallDefinition, rows: string | undefined): ValueSchema | undefined {
  const whole = valueSchema(call);
  const part = whole && partOfSchema(whole, rows === undefined ? [] : rows.split("."));
  const list = part && "schema" in part ? part.schema : undefined;
  return list?.type === "array" ? (list.items ?? {}) : undefined;
}
