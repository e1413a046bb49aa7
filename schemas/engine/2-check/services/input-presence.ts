/** Whether what a rule gives is there where a call stands. */
import { absolute } from "../../1-read/relative.ts";
import type { Rule } from "../../types/index.ts";
import { isTested, onlyForRule } from "../rules/implications.ts";
import {
  branchesOf,
  entryAt,
  isKnown,
  operationOf,
  without,
  withRest,
  type EarlierResult,
  type CallSite,
} from "./call-sites.ts";
import { resultSchema } from "../project/call-results.ts";
import { partOfSchema } from "../project/call-values.ts";
import { typeOf } from "../project/presets.ts";
import type { Field } from "../project/project.ts";
import { isObject } from "../report/values.ts";

/** Why something need not be there, as a sentence goes on after «porque»; undefined where it is. */
type Why = string | undefined;

const arithmetic = new Set(["+", "-", "*", "/", "%"]);
export function missing(where: CallSite, rule: Rule): Why {
  if (rule === null || rule === "") return "aquí va vacío";
  if (!isObject(rule)) return undefined;
  const [name, parts] = operationOf(rule);
  if (name === "var") {
    return parts.length > 1 && parts[1] !== null ? undefined : missingPath(where, String(parts[0]));
  }
  if (name === "if" || name === "?:") {
    for (const [inner, branch] of branchesOf(where, parts)) {
      const why = missing(inner, branch);
      if (why !== undefined) return why;
    }
    return undefined;
  }
  if (!arithmetic.has(name)) return undefined;
  return parts.map((part) => missing(where, part)).find((why) => why !== undefined);
}

function missingPath(where: CallSite, path: string): Why {
  const { facts, flow, made } = where;
  const own = path.replace(/^labels\./, "");
  if (isTested(facts, path) || isTested(facts, own)) return undefined;
  const [head = "", ...rest] = path.split(".");
  const left = made.get(head);
  if (left) return missingResult(where, left, head, rest);
  const field = flow?.fields.get(own);
  if (field) return missingField(where, field);
  if (head === "address") return `"${rest.join(".")}" puede no estar en la dirección`;
  return head === "visitor" ? "quien llega por primera vez no es nadie todavía" : undefined;
}

function missingResult(where: CallSite, left: EarlierResult, head: string, rest: string[]): Why {
  if (!left.under.every((fact) => isKnown(where, fact))) {
    return `"${head}" queda solo bajo una condición que aquí puede no cumplirse`;
  }
  if ("entries" in left) {
    const [entry, inner] = entryAt(left.entries, [head, ...rest]);
    return entry === undefined
      ? undefined
      : missing({ ...where, made: without(where.made, head) }, withRest(entry, inner));
  }
  if (rest[0] !== "data") return undefined;
  if (!left.counts) return `la llamada de "${head}" puede haber fallado`;
  // A key that the answer never has is told as that.
  const part = partOfSchema(resultSchema(left.call), rest);
  if (part && "missing" in part) return undefined;
  let schema = left.call.answer ?? {};
  for (const [index, key] of rest.slice(1).entries()) {
    const here = [head, ...rest.slice(0, index + 2)].join(".");
    const isThere = (schema.required ?? []).includes(key) || isTested(where.facts, here);
    if (!isThere) return `la respuesta de "${head}" puede no traer "${rest.slice(1).join(".")}"`;
    schema = schema.properties?.[key] ?? {};
  }
  return undefined;
}

function missingField(where: CallSite, field: Field): Why {
  const { project, flow, scope } = where;
  const type = typeOf(project, field);
  if (field.list || field.row || field.value.computed !== undefined) return undefined;
  if (type === undefined || type === "group" || type === "json" || type === "display") return undefined;
  const conditions: Rule[] = [];
  for (let one: Field | undefined = field; one; one = one.parent) {
    for (const key of ["visibleWhen", "enabledWhen"] as const) {
      if (one.value[key] !== undefined) conditions.push(absolute(one.value[key], one.names));
    }
    if (one.value.onlyFor !== undefined) conditions.push(onlyForRule(one.value.onlyFor));
  }
  const step = flow?.steps[field.step]?.value.visibleWhen;
  if (step !== undefined) conditions.push(absolute(step, scope.names ?? {}));
  if (conditions.some((rule) => !isKnown(where, rule))) return `"${field.path}" no siempre se pregunta`;
  const { required, requiredWhen } = field.value;
  if (requiredWhen !== undefined && isKnown(where, absolute(requiredWhen, field.names))) return undefined;
  return required === false || requiredWhen !== undefined
    ? `"${field.path}" puede quedar sin respuesta`
    : undefined;
}
