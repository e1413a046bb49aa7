import type { DataStatus } from "../../types/index.ts";
import { nearest } from "../report/nearest.ts";
import type { Flow, Project, Screen, ValueSchema } from "../project/project.ts";
import type { Reading, Scope } from "./scope.ts";
import { callNamed, valuePart } from "../project/call-values.ts";
import { unknownValueKey } from "./known-values.ts";

const statuses = { idle: true, loading: true, ready: true, empty: true, failed: true } satisfies Record<
  DataStatus,
  true
>;

const statusSchema: ValueSchema = { type: "string", enum: Object.keys(statuses) };

/** Whether a query waits for its button. */
export const waitsForButton = (flow: Flow, query: string): boolean =>
  flow.value.data?.[query]?.on === "press";

/**
 * What `data.<query>.status` and `data.<query>.value.<path>` read, or what is wrong with it. A call that gives no value is
 * told at the query: many may read it.
 */
export function readData(project: Project, scope: Scope, flow: Flow, path: string): Reading {
  const reading = readQuery(project, scope, { ...flow, what: `El flujo "${flow.id}"` }, path);
  if ("data" in reading && waitsForButton(flow, reading.data) && !scope.readsButtonQueries) {
    return { finding: { code: "press-data-rule", values: { owner: scope.owner, data: reading.data } } };
  }
  return reading;
}

/** The same of whatever has queries: `what` is how people are told of it. */
export function readQuery(
  project: Project,
  scope: Scope,
  { what, value, file }: Pick<Flow | Screen, "value" | "file"> & { what: string },
  path: string,
): Reading {
  const { owner } = scope;
  const [, query = "", part, ...inner] = path.split(".");
  const queries = value.data ?? {};
  if (!Object.hasOwn(queries, query)) {
    if (scope.open) return { unresolved: true };
    const guess = nearest(query, Object.keys(queries));
    const suggestion = guess && ["data", guess, ...path.split(".").slice(2)].join(".");
    return { finding: { code: "unknown-data", values: { where: what, data: query }, suggestion } };
  }
  const status = part === "status" && inner.length === 0;
  if (!status && part !== "value") {
    const suggestion = nearest(path, [`data.${query}.status`, `data.${query}.value`]);
    return { finding: { code: "unknown-variable", values: { owner, path }, suggestion } };
  }
  if (part === "value" && !hasValue(project, queries[query]?.call)) {
    const values = { data: query, call: String(queries[query]?.call) };
    project.report.add(file, ["data", query, "call"], "data-without-value", values, { once: true });
  }
  const called = queries[query]?.call;
  const call = part === "value" ? callNamed(project, called) : undefined;
  const found = call && valuePart(call, inner);
  if (found && "missing" in found) return unknownValueKey(owner, path, inner, called!, found);
  const schema = status ? statusSchema : found?.schema;
  return { data: query, ...(schema ? { schema } : {}) };
}

/** Whether a call says what rules and words can read of it; a call that is not there is told elsewhere. */
function hasValue(project: Project, name: string | undefined): boolean {
  const [service = "", call = ""] = String(name).split(".");
  const calls = project.services.get(service)?.value.calls ?? {};
  return !Object.hasOwn(calls, call) || "value" in (calls[call] ?? {});
}
