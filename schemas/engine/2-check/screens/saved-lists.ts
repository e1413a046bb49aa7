/** Saved lists: that there are those that somebody names, and that browsers can keep them apart. */
import { ownCookies } from "../../own-cookies.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import { savedListAt } from "../project/saved-lists.ts";
import { callNamed, valuePart } from "../project/call-values.ts";
import type { Project, Screen, ScreenBlock, ValueSchema } from "../project/project.ts";
import { checkPattern } from "../patterns/pattern.ts";
import { asObject, asText } from "../report/values.ts";

/** Checks that no two lists have one cookie, and that what they say of their ids can be asked. */
export function checkSavedLists({ report, savedLists }: Project): void {
  const owners = new Map<string, string>(ownCookies.map((cookie) => [cookie, "el sitio"]));
  for (const { id, file, value } of new Set(savedLists.values())) {
    const { cookie } = value;
    checkPattern(report, file, value.pattern, ["pattern"]);
    if (cookie === undefined) continue;
    const owner = owners.get(cookie);
    if (owner !== undefined) report.add(file, ["cookie"], "duplicate-cookie", { cookie, owner });
    else owners.set(cookie, `la lista "${id}"`);
  }
}

/** Checks the lists that the rows of a block are put into, or that they are. */
export function checkSavedRows(
  project: Project,
  { file, value }: Screen,
  block: ScreenBlock,
  at: JsonPath,
): void {
  const { lists = [], of } = block.saved ?? {};
  for (const [index, list] of lists.entries())
    savedListAt(project, file, list, [...at, "saved", "lists", index]);
  const own = savedListAt(project, file, of, [...at, "saved", "of"]);
  const query = value.data?.[block.data ?? ""];
  if (!own || !query) return;
  const read = ruleVariables(Object.values(query.with ?? {}));
  // A list that is not there may be this one, misspelt.
  const known = (path: string): boolean =>
    !path.startsWith("saved.") || project.savedLists.has(path.slice(6));
  if (read.includes(`saved.${own.id}`) || !read.every(known)) return;
  const values = { list: own.id, data: block.data ?? "" };
  project.report.add(file, [...at, "saved", "of"], "rows-of-other-list", values);
}

/** Why a column is no id of rows, or of the one thing that is shown, in words; undefined where it is one. */
export function misfitOfId(rows: ValueSchema, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  let schema: ValueSchema | undefined = rows.type === "array" ? rows.items : rows;
  for (const key of id.split(".")) schema = schema?.properties?.[key];
  if (!schema) return `sus filas no tienen "${id}", que dice cuál es cada una`;
  return schema.type === "string" || schema.type === "integer"
    ? undefined
    : `"${id}" de sus filas no es un texto ni un número entero, y no dice cuál es cada una`;
}

/** Checks what whoever sees a page leaves in a list: something that the page is not there without. */
export function checkRemembers(project: Project, { file, value }: Screen): void {
  const { remembers, data = {} } = value;
  savedListAt(project, file, remembers?.list, ["remembers", "list"]);
  const [, query = "", , ...path] = (remembers?.id ?? "").slice(1, -1).split(".");
  const call = callNamed(project, data[query]?.call);
  const part = call && valuePart(call, path);
  if (!part || !("schema" in part) || ["string", "integer"].includes(String(part.schema.type))) return;
  const values = { where: "remembers", what: `"${remembers?.id ?? ""}"` };
  project.report.add(file, ["remembers", "id"], "not-an-id", values);
}

/** Checks that a query that is asked with a whole list takes all that the list may hold. */
export function checkListInputs(
  project: Project,
  file: ReadFile,
  query: { call?: string; with?: Record<string, unknown> },
  at: JsonPath,
): void {
  const inputs = callNamed(project, query.call)?.input ?? {};
  for (const [name, rule] of Object.entries(query.with ?? {})) {
    const list = /^saved\.(.+)$/.exec(asText(asObject(rule)["var"]) ?? "")?.[1];
    const found = list === undefined ? undefined : project.savedLists.get(list);
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (!found || !input) continue;
    const { max = 0, pattern } = found.value;
    const [limit, form] = [input.maxItems, input.items?.pattern];
    const call = query.call ?? "";
    const place = [...at, "with", name];
    if (limit !== undefined && max > limit) {
      const values = { list: found.id, max: String(max), call, input: name, limit: String(limit) };
      project.report.add(file, place, "list-longer-than-input", values, { part: "key" });
    } else if (form !== undefined && form !== pattern) {
      const values = { list: found.id, call, input: name, form };
      project.report.add(file, place, "list-of-other-ids", values, { part: "key" });
    }
  }
}
