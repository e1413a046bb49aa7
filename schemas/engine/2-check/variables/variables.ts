import { named, namesOfFile } from "../../1-read/relative.ts";
import { readContent } from "./content-paths.ts";
import { readData } from "./query-paths.ts";
import { readFact } from "./facts.ts";
import { nearest } from "../report/nearest.ts";
import { readField } from "./field-paths.ts";
import { readOfScreen } from "./screen-paths.ts";
import { readAnswer, readingOf, readResult } from "./known-values.ts";
import { parametersOf, typeOf } from "../project/presets.ts";
import type { Flow, Project, Screen, ValueSchema } from "../project/project.ts";
import { partOfSchema } from "../project/call-values.ts";
import { allResults } from "./results.ts";
import { trackingPaths } from "../../4-evaluate/campaign.ts";
import type { VariableProblem, Reading, Scope } from "./scope.ts";

export { factValues, knownFacts, readFact } from "./facts.ts";
export { allResults, resultsAtDialog, resultsBefore, resultsDuring, stepOfDialog } from "./results.ts";

/** Heads of paths that mean something else than a step. */
export const reservedNames: ReadonlySet<string> = new Set([
  "advance",
  "answered",
  "brand",
  "content",
  "data",
  "dialogs",
  "documents",
  "filled",
  "group",
  "handoff",
  "input",
  "label",
  "labels",
  "limit",
  "mails",
  "option",
  "options",
  "row",
  "rules",
  "run",
  "saved",
  "submission",
  "today",
  "tracking",
  "value",
  "waits",
  "with",
  "word",
  "Word",
]);

/** What is known of a submission: its number, and its day and time in the brand's zone. */
export const submissionNames: readonly string[] = [
  "submission.number",
  "submission.day",
  "submission.time",
  "submission.revision",
];

/** What programs, mails and documents read beside answers, data and results. */
export const programNames: readonly string[] = [...submissionNames, ...trackingPaths];

/** What is told of a step that somebody came to: its id, and that of the visit. */
const advanceNames: ReadonlySet<string> = new Set(["advance.step", "advance.visit"]);

/** What a rule of what is offered reads of each option. */
export const optionNames: readonly string[] = ["option.value", "option.label", "option.description"];

/** Finds what a path reads in a scope, or what is wrong with it. */
export function readVariable(project: Project, scope: Scope, path: string): Reading {
  const { owner, flow } = scope;
  const [head = "", ...rest] = path.split(".");
  if (path === "today" || (scope.value && path === "value")) return { other: true };
  if (head === "brand" && rest.length > 0) {
    const fact = rest.join(".");
    const finding = readFact(project, fact, owner, scope.brands);
    return finding ? { finding: withPrefix(finding, "brand.") } : { fact };
  }
  // A kind and a fragment are of some flow.
  if (path === "run.token" && (flow || scope.parameters)) return { other: true };
  if (head === "content") {
    const forEach = flow?.value.forEach;
    const finding = readContent(project, path, owner, scope.brands, forEach);
    return finding ? { finding } : { other: true };
  }
  const ofScreen = scope.screen && readOfScreen(project, scope, scope.screen, path);
  if (ofScreen) return ofScreen;
  if (scope.input && head === "input") {
    const [name] = rest;
    if (name === undefined || scope.input.includes(name)) return { other: true };
    const suggestion = nearest(
      path,
      scope.input.map((one) => `input.${one}`),
    );
    return { finding: { code: "unknown-variable", values: { owner, path }, suggestion } };
  }
  if (scope.received && head === "received" && rest.length > 0) return { other: true };
  if (scope.answer && head === "answer") return readAnswer(scope, scope.answer, path);
  if (scope.row && head === "row") return readOfRow(owner, scope.row, path);
  if (scope.status && path === "status") return { other: true, schema: { type: "integer" } };
  if (scope.option && optionNames.includes(path)) return { other: true };
  if (scope.advance && advanceNames.has(path)) return { other: true };
  if (scope.unnumbered && (path === "submission.number" || (scope.documents && head === "documents")))
    return { finding: { code: "number-too-early", values: { owner, path } } };
  if (scope.program && programNames.includes(path)) return { other: true };
  if (scope.program && flow && head === "answered" && rest.length === 1) return readAnswered(scope, path);
  if (scope.toldByWaits && head === "waits") return readToldByWait(scope, path);
  if (scope.filled && flow && head === "filled" && rest.length === 1) return readFilled(scope, path);
  if (scope.documents && flow && head === "documents" && rest.length === 1) return readDocument(scope, path);
  if (head === "with" && rest.length > 0 && (flow || scope.parameters)) return readParameter(scope, path);
  if (head === "rules" && rest.length > 0) return readNamedRule(project, scope, path);
  if (head === "data" && rest.length > 0 && flow) return readData(project, scope, flow, path);
  const isLabel = scope.program === true && head === "labels" && rest.length > 0;
  const field = readField(project, scope, isLabel ? rest.join(".") : path);
  if (field) return field;
  const brings = isLabel ? undefined : scope.awaited?.get(head);
  if (brings) return readAwaited(scope, path, brings);
  if (!isLabel && scope.results?.has(head)) return readResult(project, scope, flow, path);
  if (scope.open && !reservedNames.has(head) && rest.length > 0) return { unresolved: true };
  return { finding: notFound(project, scope, path, isLabel ? "labels." : "") };
}

/** A key of an object in a service's answer. Where nobody knows what an object holds, any can be there. */
function readOfRow(owner: string, row: ValueSchema, path: string): Reading {
  const part = partOfSchema(row, path.split(".").slice(1));
  if (!part || "schema" in part) return readingOf(part);
  const known = part.known.map((one) => ["row", ...part.at, one].join("."));
  const suggestion = nearest(path, known);
  return { finding: { code: "unknown-variable", values: { owner, path }, suggestion } };
}

/** What was asked and answered in a step, as a list. */
function readAnswered({ owner, flow, step: now = Infinity }: Scope, path: string): Reading {
  const id = path.slice("answered.".length);
  const steps = flow?.steps ?? [];
  const found = steps.find((step) => step.id === id);
  if (found && found.index <= now) return { other: true };
  if (found) return { finding: { code: "later-step", values: { owner, path, step: id } } };
  const suggestion = nearest(
    path,
    steps.map((step) => `answered.${step.id}`),
  );
  return { finding: { code: "unknown-variable", values: { owner, path }, suggestion } };
}

/** Whether the answers are what a query fills in. */
function readFilled({ owner, flow }: Scope, path: string): Reading {
  const queries = Object.entries(flow?.value.data ?? {});
  const known = queries.flatMap(([id, query]) => ("fills" in query ? [`filled.${id}`] : []));
  if (known.includes(path)) return { other: true };
  return { finding: { code: "unknown-variable", values: { owner, path }, suggestion: nearest(path, known) } };
}

/** What came of something that was waited for: how it ended, and what it brought. */
function readAwaited({ owner }: Scope, path: string, brings: ValueSchema): Reading {
  const [head = "", ...rest] = path.split(".");
  const part = partOfSchema(brings, rest);
  if (!part || "schema" in part) return readingOf(part);
  const names = Object.keys(brings.properties?.["data"]?.properties ?? {});
  const known = [`${head}.outcome`, ...names.map((one) => `${head}.data.${one}`)];
  return { finding: { code: "unknown-result", values: { owner, path }, suggestion: nearest(path, known) } };
}

/** Where an event is brought that is waited for, or the code that brings it: `waits.<name>.address`, `waits.<name>.code`. */
function readToldByWait({ owner, toldByWaits: known = [] }: Scope, path: string): Reading {
  if (known.includes(path)) return { other: true };
  return { finding: { code: "unknown-variable", values: { owner, path }, suggestion: nearest(path, known) } };
}

/** What one of the flow's documents says. */
function readDocument({ owner, flow }: Scope, path: string): Reading {
  const known = Object.keys(flow?.value.documents ?? {}).map((id) => `documents.${id}`);
  if (known.includes(path)) return { other: true };
  const suggestion = nearest(path, known);
  return { finding: { code: "unknown-variable", values: { owner, path }, suggestion } };
}

/** A parameter of the kind or fragment that the rule is in, or of the flow. */
function readParameter({ flow, parameters, declares, names }: Scope, path: string): Reading {
  const known = parameters ?? new Set(Object.keys(parametersOf(flow)));
  const parameter = path.split(".")[1] ?? "";
  if (!known.has(parameter)) {
    const suggestion = nearest(
      path,
      [...known].map((one) => `with.${one}`),
    );
    const owner = declares ?? (parameters ? "Este archivo" : `El flujo "${flow?.id ?? ""}"`);
    return { finding: { code: "unknown-parameter", values: { owner, parameter }, suggestion } };
  }
  return names?.with ? { given: named(path, names) } : { other: true };
}

/** A rule to which the flow or the screen gives a name. Fragments, kinds and services stand for more than one flow. */
function readNamedRule(project: Project, scope: Scope, path: string): Reading {
  const { owner, parameters } = scope;
  const rule = path.slice("rules.".length);
  const unknown = (why: string, how: string, suggestion?: string): Reading => ({
    finding: { code: "unknown-rule", values: { owner, rule, why, how }, suggestion },
  });
  const namer = ruleNamer(scope);
  if (!namer || parameters) {
    const how = 'declara un parámetro y dalo con "with" donde se usa, o escribe aquí la regla';
    return unknown("y solo un flujo o una pantalla puede leer sus reglas con nombre", how);
  }
  const rules = namer.value.rules ?? {};
  if (Object.hasOwn(rules, rule)) {
    namer.usedRules.add(rule);
    if (project.report.isInvalid(namer.file, ["rules", rule])) return { unresolved: true };
    return { given: named(path, namesOfFile(rules)), rule };
  }
  const guess = nearest(rule, Object.keys(rules));
  // The one that was probably meant is not told to be unused.
  if (guess !== undefined) namer.usedRules.add(guess);
  const how = 'corrige el nombre o agrega la regla a "rules"';
  const where = scope.screen ? "de la pantalla" : "del flujo";
  return unknown(`que no está en "rules" ${where} "${namer.id}"`, how, guess && `rules.${guess}`);
}

/** Whose named rules can be read: a screen's are not its flow's. */
export const ruleNamer = ({ screen, flow }: Scope): Flow | Screen | undefined => screen?.item ?? flow;

const withPrefix = (finding: VariableProblem, prefix: string): VariableProblem => ({
  ...finding,
  suggestion: finding.suggestion === undefined ? undefined : prefix + finding.suggestion,
});

function notFound(project: Project, scope: Scope, path: string, prefix: string): VariableProblem {
  const { owner, flow } = scope;
  const [head = "", ...rest] = path.slice(prefix.length).split(".");
  const fields = [...(flow?.fields.values() ?? [])].flatMap((field) => {
    const answered = field.list === undefined && !field.row?.isSample && typeOf(project, field) !== "display";
    return answered ? [prefix + field.path] : [];
  });
  const names = [
    "today",
    ...(scope.value ? ["value"] : []),
    ...(scope.option ? optionNames : []),
    ...(scope.program ? programNames : []),
  ];
  const results = [...(scope.results ?? [])].filter((one) => !one.endsWith("()"));
  const likelyResult = nearest(head, results);
  const suggestion =
    relativeName(scope, path) ??
    nearest(path, [...fields, ...names]) ??
    (likelyResult && [likelyResult, ...rest].join("."));
  if (flow && scope.results && allResults(flow).has(head)) {
    return { code: "unknown-result", values: { owner, path } };
  }
  const step = flow?.steps.find(({ id }) => id === head);
  if (flow && (step || (rest.length > 0 && !reservedNames.has(head)))) {
    const where = step ? ` al paso "${step.id}"` : "";
    return { code: "unknown-field", values: { owner, path, where }, suggestion };
  }
  return { code: "unknown-variable", values: { owner, path }, suggestion };
}

/** A name without its `group.`, `row.` or `with.`: what stands beside the rule, or a parameter of its file. */
function relativeName({ flow, names, parameters = new Set() }: Scope, path: string): string | undefined {
  const candidates = new Map([...parameters].map((name) => [name, `with.${name}`]));
  for (const head of ["row", "group"] as const) {
    const around = names?.[head];
    if (around === undefined) continue;
    for (const field of flow?.fields.values() ?? []) {
      if (field.path.startsWith(`${around}.`)) {
        const name = field.path.slice(around.length + 1);
        candidates.set(name, `${head}.${name}`);
      }
    }
  }
  return candidates.get(path) ?? candidates.get(nearest(path, candidates.keys()) ?? "");
}
