import type { ReadFile } from "../../1-read/read.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import { callersOf } from "../project/reach.ts";
import { checkHeaders } from "./headers.ts";
import { nearest } from "../report/nearest.ts";
import { checkPattern } from "../patterns/pattern.ts";
import type { Project, Service, CallDefinition } from "../project/project.ts";
import { checkAnswers, checkNoAnswerKeys } from "./records.ts";
import { checkRowOptions } from "./row-options.ts";
import { checkRule } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";
import { isObject } from "../report/values.ts";

/** Checks the rules and schemas of the calls of services. */
export function checkServices(project: Project): void {
  for (const service of new Set(project.services.values())) {
    const brands = callersOf(project, service.id);
    // Where something is wrong is told in the file, which names its records.
    const written = service.file.value as Service["value"];
    const ofAll: Scope = { owner: `El servicio "${service.id}"`, input: [], brands };
    checkHeaders(project, service, service.value, [], ofAll);
    checkFailureTexts(project, service, ofAll);
    for (const [name, call] of Object.entries(service.value.calls ?? {})) {
      const at: JsonPath = ["calls", name];
      const forEach = Object.keys(call.forEach ?? {});
      const input = [...Object.keys(call.input ?? {}), ...forEach];
      const full = `${service.id}.${name}`;
      const scope: Scope = { owner: `La llamada "${full}"`, input, brands };
      for (const [key, rule] of Object.entries(call.query ?? {})) {
        checkRule(project, service.file, rule, [...at, "query", key], scope);
      }
      for (const [, id] of (call.path ?? "").matchAll(/\{(\w+)\}/g)) {
        checkRule(project, service.file, { var: `input.${id}` }, [...at, "path"], scope);
      }
      checkHeaders(project, service, call, at, scope);
      const { token } = call.authorization ?? {};
      if (token !== undefined)
        checkRule(project, service.file, token, [...at, "authorization", "token"], scope);
      checkParts(project, service, call, at, scope);
      const { by } = call.limit ?? {};
      if (by !== undefined) checkRule(project, service.file, by, [...at, "limit", "by"], scope);
      checkRetries(project, service, call, full, at);
      checkForEach(project, service, call, full, at);
      checkRead(project, service, call, full, at);
      if (call.body !== undefined) checkRule(project, service.file, call.body, [...at, "body"], scope);
      const { input: _, ...rest } = scope;
      const answer = { call: full, schema: call.answer ?? {} };
      const ofAnswer = { ...rest, answer };
      if (call.value !== undefined) {
        checkRule(project, service.file, call.value, [...at, "value"], { ...scope, answer });
      }
      const scopeOfSuccess = { ...ofAnswer, status: true };
      if (call.success !== undefined) {
        checkRule(project, service.file, call.success, [...at, "success"], scopeOfSuccess);
      }
      const { until } = call.retries ?? {};
      if (until !== undefined) {
        checkRule(project, service.file, until.answer, [...at, "retries", "until", "answer"], scopeOfSuccess);
      }
      if (call.options !== undefined) {
        checkRowOptions(project, service, { name: full, value: call, at, scope });
      }
      for (const [index, optional] of (call.optional ?? []).entries()) {
        if (input.includes(optional) && !forEach.includes(optional)) continue;
        const values = { call: full, input: optional };
        const suggestion = nearest(optional, input);
        project.report.add(service.file, [...at, "optional", index], "unknown-input", values, { suggestion });
      }
      checkPatterns(project, service.file, call.input, [...at, "input"]);
      for (const [key, schema] of Object.entries(call.input ?? {})) {
        checkNoAnswerKeys(project, service.file, schema, [...at, "input", key]);
      }
      checkPatterns(project, service.file, written.calls?.[name]?.answer, [...at, "answer"]);
    }
    checkPatterns(project, service.file, written.records, ["records"]);
    checkAnswers(project, service, written, ofAll);
  }
}

/** What several calls answer, or one that failed: nobody knows what is in it. */
const anyAnswer = { call: "", schema: {} };

/** Texts of failures are those of calls that there are. */
function checkFailureTexts(project: Project, { id, file, value }: Service, scope: Scope): void {
  const { input: _, ...rest } = scope;
  const names = Object.keys(value.calls ?? {});
  for (const [index, { calls, when }] of (value.failureTexts ?? []).entries()) {
    const at: JsonPath = ["failureTexts", index];
    for (const [position, call] of (calls ?? []).entries()) {
      if (names.includes(call)) continue;
      const suggestion = nearest(call, names);
      const values = { call: `${id}.${call}` };
      project.report.add(file, [...at, "calls", position], "unknown-call", values, { suggestion });
    }
    if (when !== undefined) {
      checkRule(project, file, when, [...at, "when"], { ...rest, answer: anyAnswer, status: true });
    }
  }
}

/** Checks the rules of a body of parts. */
function checkParts(
  project: Project,
  { file }: Service,
  call: CallDefinition,
  at: JsonPath,
  scope: Scope,
): void {
  const multipart = call.multipart ?? {};
  for (const sort of ["files", "fields"] as const) {
    for (const [part, rule] of Object.entries(multipart[sort] ?? {})) {
      checkRule(project, file, rule, [...at, "multipart", sort, part], scope);
    }
  }
}

/** A status that means that there is nothing of what was asked for is an answer: asking again gives the same. */
function checkRetries(
  { report }: Project,
  { file }: Service,
  { retries, empty }: CallDefinition,
  call: string,
  at: JsonPath,
): void {
  for (const [index, status] of (retries?.on ?? []).entries()) {
    if (!(empty ?? []).some((one) => one === status)) continue;
    report.add(file, [...at, "retries", "on", index], "retry-of-empty", { call, status: String(status) });
  }
}

/** What differs between the calls is read, or they are all the same one; and it is not given from outside as well. */
function checkForEach(
  { report }: Project,
  { file }: Service,
  { forEach, input, query, headers, authorization }: CallDefinition,
  call: string,
  at: JsonPath,
): void {
  for (const name of Object.keys(forEach ?? {})) {
    const place = [...at, "forEach", name];
    if (Object.hasOwn(input ?? {}, name)) {
      const values = { call, input: name, given: "input" };
      report.add(file, place, "for-each-given", values, { part: "key" });
    }
    const rules = [query ?? {}, headers ?? {}, authorization ?? {}].flatMap(Object.values);
    if (rules.some((rule: Rule) => ruleVariables(rule).includes(`input.${name}`))) continue;
    report.add(file, place, "for-each-unread", { call, input: name }, { part: "key" });
  }
}

/** What a call needs is sent somewhere; what is optional may only say when it is made. */
function checkRead(
  { report }: Project,
  { file, value }: Service,
  { input = {}, optional = [], path = "", ...rules }: CallDefinition,
  call: string,
  at: JsonPath,
): void {
  const read = ruleVariables([rules, value.headers ?? {}]);
  // One that is misspelt there is told as that.
  const isUnknown = (one: string): boolean =>
    one.startsWith("input.") && !Object.hasOwn({ ...input, ...rules.forEach }, one.split(".")[1]!);
  if (read.includes("input") || read.some(isUnknown)) return;
  for (const name of Object.keys(input)) {
    const isRead = read.some((one) => one === `input.${name}` || one.startsWith(`input.${name}.`));
    if (isRead || optional.includes(name) || path.includes(`{${name}}`)) continue;
    report.add(file, [...at, "input", name], "unread-input", { call, input: name }, { part: "key" });
  }
}

/** The patterns in a schema. */
export function checkPatterns(project: Project, file: ReadFile, schema: unknown, at: JsonPath): void {
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "pattern") checkPattern(project.report, file, value, [...at, key]);
    else checkPatterns(project, file, value, [...at, key]);
  }
}
