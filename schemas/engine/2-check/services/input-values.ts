/** Whether a call takes the values that it is given: what is written, and the longest text that can be answered. */
import type { JsonPath } from "../../1-read/locate.ts";
import type { Rule } from "../../types/index.ts";
import { patternProblem } from "../patterns/pattern.ts";
import { maxLengthOfAnswer } from "../project/answer-lengths.ts";
import type { ValueSchema } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { shortened } from "../report/value-words.ts";
import { isObject, listed } from "../report/values.ts";
import { branchesOf, operationOf, type CallSite } from "./call-sites.ts";

/** Tells a value that a call never takes. What is of another type is told before. */
export function checkInputValue(
  where: CallSite,
  rule: Rule,
  schema: ValueSchema,
  { call, input }: { call: string; input: string },
  at: JsonPath,
): void {
  const { project, file, flow } = where;
  if (Array.isArray(rule)) return;
  if (!isObject(rule)) return checkWritten(where, rule, schema, at);
  const [name, parts] = operationOf(rule);
  if (name === "if" || name === "?:") {
    for (const [inner, branch] of branchesOf(where, parts)) {
      checkInputValue(inner, branch, schema, { call, input }, at);
    }
  }
  const field = name === "var" ? flow?.fields.get(String(parts[0])) : undefined;
  const most = field && maxLengthOfAnswer(project, field);
  const limit = schema.maxLength;
  if (most === undefined || limit === undefined || most <= limit) return;
  const values = { path: field!.path, most: String(most), call, input, limit: String(limit) };
  project.report.add(file, at, "text-longer-than-input", values, { part: "key" });
}

function checkWritten({ project, file }: CallSite, value: Rule, schema: ValueSchema, at: JsonPath): void {
  const { report } = project;
  if (value === null || value === "") return;
  if (schema.enum && !schema.enum.includes(value)) {
    const known = schema.enum.map(String);
    const suggestion = typeof value === "string" ? nearest(value, known) : undefined;
    const values = { value: shortened(value), allowed: listed(known) };
    return report.add(file, at, "unknown-value", values, { suggestion, once: true });
  }
  const limit = misfit(value, schema);
  if (limit !== undefined) report.add(file, at, "value-out-of-range", { limit }, { once: true });
}

/** What a value is not that is written, in words. */
function misfit(value: unknown, schema: ValueSchema): string | undefined {
  const { minimum, maximum, minLength, maxLength, pattern } = schema;
  if (typeof value === "number") {
    if (minimum !== undefined && value < minimum) return `va desde ${minimum}`;
    return maximum !== undefined && value > maximum ? `va hasta ${maximum}` : undefined;
  }
  if (typeof value !== "string") return undefined;
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) return `lleva al menos ${minLength} caracteres`;
  if (maxLength !== undefined && length > maxLength) return `lleva hasta ${maxLength} caracteres`;
  if (pattern === undefined || patternProblem(pattern) || new RegExp(pattern, "u").test(value))
    return undefined;
  return `la llamada pide algo como ${pattern}`;
}
