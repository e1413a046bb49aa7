/** What queries of a screen give, a part at a time. */
import { callNamed, valuePart } from "../project/call-values.ts";
import type { Project, Screen, ValueSchema } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { isObject } from "../report/values.ts";

export function partOf(
  project: Project,
  screen: Screen,
  query: string,
  path: string[],
): ValueSchema | "no query" | "unknown" {
  const queries = screen.value.data ?? {};
  if (!Object.hasOwn(queries, query)) return "no query";
  const call = callNamed(project, queries[query]?.call);
  const found = call && valuePart(call, path);
  return found && "schema" in found ? found.schema : "unknown";
}

export function misfitOfRows({ type, items }: ValueSchema): string | undefined {
  if (type !== "array") return `es ${jsonTypeInWords(type)}, no una lista`;
  const row = isObject(items) ? items : {};
  const given = row.properties ?? {};
  const texts: ReadonlySet<unknown> = new Set(["string", "number", "integer"]);
  for (const key of ["value", "label"]) {
    if (!texts.has(given[key]?.type)) return `sus filas no dicen "${key}", un texto`;
  }
  const { count } = given;
  if (count && count.type !== "integer" && count.type !== "number")
    return 'sus filas tienen "count", que no es un número';
  return undefined;
}

/** That what a query gives there is a number: `total` is its name and the path within it. */
export function checkTotal(
  project: Project,
  screen: Screen,
  total: string | undefined,
  at: (string | number)[],
): void {
  if (total === undefined) return;
  const [name = "", ...path] = total.split(".");
  const found = partOf(project, screen, name, path);
  if (found === "no query") {
    const known = Object.keys(screen.value.data ?? {});
    const values = { where: `La pantalla "${screen.id}"`, data: name };
    return project.report.add(screen.file, at, "unknown-data", values, { suggestion: nearest(name, known) });
  }
  const why =
    found === "unknown" ? "no está en lo que da" : `es ${jsonTypeInWords(found.type)}, no un número`;
  if (found !== "unknown" && (found.type === "integer" || found.type === "number")) return;
  const values = { data: name, rows: path.join("."), why };
  project.report.add(screen.file, at, "unfit-page-data", values);
}
