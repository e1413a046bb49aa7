/** Checks what a service says of its answers: records, which several calls name, and keys that are computed. */
import type { JsonPath } from "../../1-read/locate.ts";
import { openedSchema } from "../../1-read/records.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import { isObject } from "../report/values.ts";
import { checkRule } from "../rules/rules.ts";
import type { Project, Service, ValueSchema } from "../project/project.ts";
import type { Scope } from "../variables/scope.ts";

/** What stands around a schema. */
interface Place {
  project: Project;
  service: Service;
  scope: Scope;
  /** The records that are open here. */
  around: string[];
}

/** Checks the records of a service, and the answers of its calls. `written` is the service as its file has it. */
export function checkAnswers(
  project: Project,
  service: Service,
  written: Service["value"],
  scope: Scope,
): void {
  const place = { project, service, scope, around: [] };
  for (const [name, schema] of Object.entries(written.records ?? {})) {
    checkSchema({ ...place, around: [name] }, schema, ["records", name]);
  }
  for (const [name, { answer }] of Object.entries(written.calls ?? {})) {
    if (answer) checkSchema(place, answer, ["calls", name, "answer"]);
  }
}

function checkSchema(place: Place, schema: ValueSchema, at: JsonPath): void {
  const { project, service } = place;
  if (schema.record !== undefined) checkRecord(place, schema, at);
  checkNoComputed(project, service.file, schema, at);
  if (schema.items) checkSchema(place, schema.items, [...at, "items"]);
  const before: Record<string, ValueSchema> = {};
  const given = Object.entries(schema.properties ?? {}).filter(([, one]) => !("computed" in one));
  for (const [key, one] of Object.entries(schema.properties ?? {})) {
    const inner = [...at, "properties", key];
    if (!("computed" in one)) {
      checkSchema(place, one, inner);
      continue;
    }
    const known: ValueSchema = { type: "object", properties: { ...Object.fromEntries(given), ...before } };
    const row = openedSchema(known, service.value.records);
    const scope = { ...place.scope, owner: `La clave calculada "${key}"`, row };
    checkRule(project, service.file, one.computed, [...inner, "computed"], scope);
    const { computed: _, ...rest } = one;
    checkSchema(place, rest, inner);
    before[key] = rest;
  }
}

function checkRecord({ project, service, around }: Place, schema: ValueSchema, at: JsonPath): void {
  const { report } = project;
  const record = schema.record ?? "";
  const other = Object.keys(schema).find((key) => key !== "record");
  if (other !== undefined) {
    const values = { key: other, other: "record" };
    report.add(service.file, [...at, other], "conflicting-keys", values, { part: "key" });
  }
  const known = Object.keys(service.value.records ?? {});
  if (!known.includes(record)) {
    const suggestion = nearest(record, known);
    report.add(service.file, [...at, "record"], "unknown-record", { record }, { suggestion });
  } else if (around.some((open) => reaches(service, record, open))) {
    report.add(service.file, [...at, "record"], "record-cycle", { record });
  }
}

/** Whether a record holds another, or is it. */
function reaches(service: Service, record: string, wanted: string, seen: string[] = []): boolean {
  if (record === wanted) return true;
  if (seen.includes(record)) return false;
  const schema = service.value.records?.[record] ?? {};
  return recordsOf(schema).some((inner) => reaches(service, inner, wanted, [...seen, record]));
}

const recordsOf = ({ record, properties, items }: ValueSchema): string[] => [
  ...(record === undefined ? [] : [record]),
  ...Object.values(properties ?? {}).flatMap(recordsOf),
  ...(items ? recordsOf(items) : []),
];

function checkNoComputed({ report }: Project, file: ReadFile, schema: ValueSchema, at: JsonPath): void {
  if ("computed" in schema)
    report.add(file, [...at, "computed"], "key-of-answers", { key: "computed" }, { part: "key" });
}

/** Checks that a schema of something else than an answer has nothing that only answers have. */
export function checkNoAnswerKeys(project: Project, file: ReadFile, schema: unknown, at: JsonPath): void {
  if (!isObject(schema)) return;
  for (const key of ["record", "computed"]) {
    if (key in schema) project.report.add(file, [...at, key], "key-of-answers", { key }, { part: "key" });
  }
  const { properties, items } = schema as ValueSchema;
  for (const [key, one] of Object.entries(properties ?? {})) {
    checkNoAnswerKeys(project, file, one, [...at, "properties", key]);
  }
  checkNoAnswerKeys(project, file, items, [...at, "items"]);
}
