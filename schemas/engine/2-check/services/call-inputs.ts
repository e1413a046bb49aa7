/**
 * Whether what a call needs is there when it is made, and of its type: proven from the definitions, through conditions and
 * the answers of other calls. What is not judged is in `docs/decisions/2026-11-22-what-a-call-needs-is-proven.md`: there
 * the call fails as any other that cannot be made.
 */
import type { Rule } from "../../types/index.ts";
import type { CallPlace, ValueSchema } from "../project/project.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import { absolute } from "../../1-read/relative.ts";
import { missing } from "./input-presence.ts";
import { checkInputValue } from "./input-values.ts";
import { fits, typesOf } from "./input-types.ts";
import { allOf } from "../rules/implications.ts";
import { isKnown, type CallSite } from "./call-sites.ts";
import { callNamed } from "../project/call-values.ts";
import { isJsonType, jsonTypeInWords } from "../report/value-words.ts";
import { asObject, isObject, type Definition } from "../report/values.ts";

/**
 * Checks what a call is given. `place` holds `call` and `with`; what it says to be `optional` itself, or all that a query
 * waits for, may be absent.
 */
export function checkCallInputs(
  where: CallSite,
  place: CallPlace,
  at: JsonPath,
  { optional = [] }: { optional?: string[] | "all" } = {},
): void {
  const call = callNamed(where.project, place.call);
  if (!call || !isObject(place.with)) return;
  const inputs = call.input ?? {};
  const spared = optional === "all" ? Object.keys(inputs) : [...optional, ...(call.optional ?? [])];
  const needed = Object.keys(inputs).filter((name) => !spared.includes(name));
  checkMapped(where, String(place.call), place.with, [...at, "with"], { inputs, needed, prefix: "" });
  for (const [input, list] of Object.entries(place.forEach ?? {})) {
    const values = { call: String(place.call), input };
    checkType(where, absolute(list, where.scope.names ?? {}), "array", values, [...at, "forEach", input]);
  }
}

/** Checks that a rule can give a value of a type, as far as that is known. Gives whether it may. */
function checkType(
  where: CallSite,
  rule: Rule,
  expected: unknown,
  { call, input }: { call: string; input: string },
  at: JsonPath,
): boolean {
  const wrong = isJsonType(expected) && typesOf(where, rule)?.find((one) => !fits(one, expected));
  if (!wrong) return true;
  const values = { call, input, expected: jsonTypeInWords(expected), found: jsonTypeInWords(wrong) };
  where.project.report.add(where.file, at, "input-of-other-type", values, { part: "key" });
  return false;
}

function checkMapped(
  where: CallSite,
  call: string,
  mapping: Definition,
  at: JsonPath,
  { inputs, needed, prefix }: { inputs: Record<string, ValueSchema>; needed: string[]; prefix: string },
): void {
  const { project, file, scope } = where;
  for (const [name, entry] of Object.entries(mapping)) {
    if (!Object.hasOwn(inputs, name)) continue;
    const schema = inputs[name] ?? {};
    const isWritten = isObject(entry) && ("value" in entry || "object" in entry);
    const when = isWritten ? entry["when"] : undefined;
    const inner: CallSite = { ...where, facts: [...where.facts, ...allOf(when, scope.names)] };
    const input = prefix + name;
    const place = [...at, name];
    if (needed.includes(name) && when !== undefined && !isKnown(where, absolute(when, scope.names ?? {}))) {
      const values = { call, input, why: "va solo bajo una condición que aquí puede no cumplirse" };
      project.report.add(file, [...place, "when"], "unproven-input", values, { part: "key" });
    }
    if (isWritten && "object" in entry) {
      const within = {
        inputs: schema.properties ?? {},
        needed: schema.required ?? [],
      };
      checkMapped(inner, call, asObject(entry["object"]), [...place, "object"], {
        ...within,
        prefix: `${input}.`,
      });
      continue;
    }
    const written = isWritten ? entry["value"] : entry;
    const rule = absolute(written, scope.names ?? {});
    const why = needed.includes(name) ? missing(inner, rule) : undefined;
    if (why !== undefined) {
      project.report.add(file, place, "unproven-input", { call, input, why }, { part: "key" });
      continue;
    }
    if (checkType(inner, rule, schema.type, { call, input }, place)) {
      checkInputValue(inner, rule, schema, { call, input }, isWritten ? [...place, "value"] : place);
    }
  }
}
