import { nearest } from "../report/nearest.ts";
import { presetsOfField, typeOf, widgetsOf } from "../project/presets.ts";
import type { Field, Flow, Project } from "../project/project.ts";
import { valueTypeInWords } from "../report/value-words.ts";
import { asList, asObject, asText, isObject, type Definition } from "../report/values.ts";
import type { Scope } from "../variables/scope.ts";
import { rowsOfWidget, unfitRows } from "./widgets.ts";

/** Checks that a field which shows the rows of a query names one, and that its rows hold what is shown. */
export function checkQueryRows(
  project: Project,
  flow: Flow,
  field: Field,
  { open }: Pick<Scope, "open">,
): void {
  const { report } = project;
  const { file, at, path, value } = field;
  const name = asText(value["shows"]);
  const kinds = presetsOfField(project, field);
  if (kinds.length === 0) return;
  const drawn = widgetsOf(project, field);
  const written = kinds
    .flatMap((kind) => asList(asObject(kind.value["shows"])["rows"]))
    // What is no key is told at the kind.
    .flatMap((key) => asText(key) ?? []);
  const needed = [...new Set([...written, ...drawn.flatMap((widget) => Object.keys(rowsOfWidget(widget)))])];
  if (name === undefined) {
    const why = 'no dice cuál: le falta "shows"';
    if (needed.length > 0) report.add(file, at, "unshowable-data", { path, why }, { part: "key" });
    return;
  }
  const place = [...at, "shows"];
  if (needed.length === 0) {
    const values = {
      key: "shows",
      kind: String(value["kind"]),
      type: valueTypeInWords(typeOf(project, field)),
    };
    return report.add(file, place, "key-does-not-fit", values, { part: "key" });
  }
  const queries = asObject(flow.value["data"]);
  if (!Object.hasOwn(queries, name)) {
    // Of a fragment that no flow uses nobody knows which queries there are.
    if (open) return;
    const suggestion = nearest(name, Object.keys(queries));
    return report.add(file, place, "unknown-data", { flow: flow.id, data: name }, { suggestion });
  }
  const call = callOf(project, asObject(queries[name])["call"]);
  if (!call) return;
  const row = rowOf(call.definition);
  const tell = (why: string, suggestion?: string): void =>
    report.add(file, place, "unshowable-data", { path, why }, { suggestion });
  if (!row) return tell(`la llamada de "${name}", "${call.name}", no da una lista en "value"`);
  const missing = needed.filter((key) => !Object.hasOwn(row, key));
  const unfit = drawn.flatMap((widget) => unfitRows(widget, row));
  if (missing.length === 0 && unfit.length > 0) {
    return tell(`la llamada de "${name}", "${call.name}", no da en "answer" ${unfit.join(", ")}`);
  }
  if (missing.length === 0) return;
  const keys = missing.map((key) => `"${key}"`).join(", ");
  tell(`"answer" de la llamada de "${name}", "${call.name}", no dice que sus filas lleven ${keys}`);
}

/** A call that is there; one that is not is told at the query. */
function callOf(project: Project, named: unknown): { name: string; definition: Definition } | undefined {
  const name = String(named);
  const [service = "", call = ""] = name.split(".");
  const definition = asObject(project.services.get(service)?.value["calls"])[call];
  return isObject(definition) ? { name, definition } : undefined;
}

/**
 * What the rows of a call's value hold, by key, as far as the schema of its answer says it. A value that is worked out
 * from the answer says nothing.
 */
function rowOf({ value, answer }: Definition): Definition | undefined {
  const path = asText(asObject(value)["var"]);
  if (path === undefined || (path !== "answer" && !path.startsWith("answer."))) return undefined;
  let schema = asObject(answer);
  for (const key of path.split(".").slice(1)) schema = asObject(asObject(schema["properties"])[key]);
  const items = asObject(schema["items"]);
  return schema["type"] === "array" && isObject(items["properties"]) ? items["properties"] : undefined;
}
