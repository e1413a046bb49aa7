import type { JsonPath } from "../../1-read/locate.ts";
import { isBody } from "../../1-read/markdown.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Rule, ValueType } from "../../types/index.ts";
import { checkContentPlaceholder } from "./content-placeholders.ts";
import { isNumeral, placeholder } from "../../1-read/placeholder.ts";
import { checkCodeWords } from "./code-words.ts";
import { checkMarkdown } from "./markdown.ts";
import { nearest } from "../report/nearest.ts";
import { typeOfQueryPath } from "../project/call-values.ts";
import { presetsOf } from "../project/presets.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { typeOf, type Field, type Project, type Brand } from "../project/project.ts";
import type { MissingKey } from "../report/report.ts";
import type { Reading, WordScope } from "../variables/scope.ts";
import { readOfScreen } from "../variables/screen-paths.ts";
import { knownFacts, readFact, readVariable } from "../variables/variables.ts";
import { isObject } from "../report/values.ts";

/** The names of the placeholders in a text. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = ""]) => name);

/** The parameters that a text names: `{with.x}`. */
export const parametersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = ""]) => /^with\.([^.]+)/.exec(name)?.[1] ?? []);

/** Whether words can show what was given for a parameter: a value, or an answer. */
export const isShown = (rule: Rule): boolean =>
  !Array.isArray(rule) && (!isObject(rule) || typeof rule["var"] === "string");

/** Checks the placeholders and the Markdown of a text. */
export function checkWords(
  project: Project,
  file: ReadFile,
  text: unknown,
  at: JsonPath,
  scope: WordScope,
): void {
  if (typeof text !== "string") return;
  const { report } = project;
  // One without anything is the grammar's to tell.
  if (text !== "" && text.trim() === "") report.add(file, at, "empty-wording", {}, { once: true });
  for (const [whole, name = "", kind] of text.matchAll(placeholder)) {
    if (kind !== undefined && !project.kinds.has(kind) && !project.isUnresolved("kind", kind)) {
      const suggestion = nearest(kind, project.kinds.keys());
      report.add(file, at, "unknown-kind", { kind }, { suggestion, within: kind });
    }
    if (isNumeral(name)) {
      checkNumeral(project, file, { whole, kind: kind! }, at);
      continue;
    }
    if (kind !== undefined) checkCodeWords(project, file, { whole, name, kind }, at, scope);
    if (!scope.only && checkContentPlaceholder(project, file, { whole, name, text }, at, scope)) continue;
    checkPlaceholder(project, file, { name, kind }, at, scope, whole);
  }
  const rest = text.replace(placeholder, "");
  if (/[{}]/.test(rest)) {
    const loose = /\{[^{}]*\}?|\}/.exec(rest)?.[0] ?? "{";
    report.add(file, at, "malformed-placeholder", {}, { within: loose });
  }
  if (!scope.markdown) return;
  const body = scope.body ?? isBody(at.join("."));
  checkMarkdown(project, file, { text, body }, at, scope.brands);
}

/** A number is written as kinds of numbers are. */
function checkNumeral(
  project: Project,
  file: ReadFile,
  { whole, kind }: { whole: string; kind: string },
  at: JsonPath,
): void {
  if (presetsOf(project, kind).every(({ value: { type } }) => type === "number" || type === "money")) return;
  const values = { placeholder: whole, what: `un número, y "${kind}" no es un tipo de números` };
  project.report.add(file, at, "unshowable-placeholder", values, { within: whole });
}

function checkPlaceholder(
  project: Project,
  file: ReadFile,
  { name, kind }: { name: string; kind: string | undefined },
  at: JsonPath,
  scope: WordScope,
  within: string,
): void {
  const { report } = project;
  if (scope.names.includes(name)) return;
  if (scope.only) {
    const suggestion = nearest(name, scope.names);
    const corrected = suggestion === undefined ? undefined : within.replace(name, suggestion);
    const values = allowedNames(project, scope, within);
    return report.add(file, at, "unknown-placeholder", values, { suggestion: corrected, within });
  }
  const owner = scope.owner === "El texto" ? `Un texto de ${file.path}` : scope.owner;
  const term = /^[wW]ord\.([A-Za-z0-9]+)(\.the)?$/.exec(name)?.[1];
  if (term !== undefined) return checkTerm(project, file, term, at, { ...scope, owner }, name);
  if (name.startsWith("brand.")) {
    const fact = name.slice("brand.".length);
    const values = scope.brands.map((brand) => brand.value.facts?.[fact]);
    const finding = readFact(project, fact, owner, scope.brands);
    if (!finding && !values.some((value) => isObject(value) || Array.isArray(value))) return;
    const guess = finding?.suggestion;
    const suggestion = guess === undefined ? undefined : within.replace(fact, guess);
    return report.add(file, at, "unknown-placeholder", allowedNames(project, scope, within), {
      suggestion,
      within,
    });
  }
  const reading = describedIn(project, scope, name) ?? readIn(project, scope, name);
  if (reading && !("finding" in reading)) {
    const what = unshowable(project, scope, reading, name) ?? unfitAs(project, scope, reading, name, kind);
    if (what === undefined) return;
    return report.add(file, at, "unshowable-placeholder", { placeholder: within, what }, { within });
  }
  if (reading && !unknownNames.has(reading.finding.code)) {
    const { code, values, suggestion } = reading.finding;
    return report.add(file, at, code, values, { suggestion, within: name });
  }
  const fields = scope.flow ? [...scope.flow.fields.values()].flatMap((one) => showable(project, one)) : [];
  const facts = [...knownFacts(project)].map((fact) => `brand.${fact}`);
  const terms = [...knownTerms(project)].flatMap((one) => [`word.${one}`, `Word.${one}`]);
  const near = nearest(name, [...fields, ...scope.names, ...facts, ...terms]);
  const suggestion = near ?? reading?.finding.suggestion;
  report.add(file, at, "unknown-placeholder", allowedNames(project, scope, within), {
    suggestion: suggestion === undefined ? undefined : within.replace(name, suggestion),
    within,
  });
}

/** What the checker of rules says of names that it does not know; of texts, more can be said. */
const unknownNames: ReadonlySet<string> = new Set(["unknown-field", "unknown-variable"]);

/** What a name reads where a text stands; undefined where nothing but names of its own can be read. */
function readIn(project: Project, scope: WordScope, name: string): Reading | undefined {
  if (scope.screen && name.startsWith("data.")) {
    const { owner, brands } = scope;
    return readOfScreen(project, { owner, brands }, { item: scope.screen }, name);
  }
  if (!scope.flow && !scope.parameters) return undefined;
  // Rules read the day; people read it as nobody writes it. Named rules are no words.
  if (name === "today" || name.startsWith("rules.")) return undefined;
  return readVariable(
    project,
    {
      owner: scope.owner,
      brands: scope.brands,
      ...(scope.flow ? { flow: scope.flow } : {}),
      ...(scope.step === undefined ? {} : { step: scope.step }),
      ...(scope.results ? { results: scope.results } : {}),
      ...(scope.relative ? { names: scope.relative } : {}),
      ...(scope.parameters ? { parameters: scope.parameters } : {}),
      ...(scope.readsButtonQueries ? { readsButtonQueries: true } : {}),
      ...(scope.open ? { open: true } : {}),
    },
    name,
  );
}

/** `<choice>.description` is what the chosen option says of itself. */
function describedIn(project: Project, scope: WordScope, name: string): Reading | undefined {
  if (!name.endsWith(".description")) return undefined;
  const reading = readIn(project, scope, name.slice(0, -".description".length));
  return reading && "field" in reading && typeOf(project, reading.field) === "choice" ? reading : undefined;
}

const unshowableTypes: Partial<Record<ValueType, string>> = {
  group: "un grupo",
  list: "una lista",
  file: "un archivo",
  json: "un formulario entero",
};

/** What a name reads that a text cannot show, if it is such. */
function unshowable(project: Project, scope: WordScope, reading: Reading, name: string): string | undefined {
  if ("given" in reading) return isShown(reading.given) ? undefined : "una regla";
  if ("data" in reading) {
    const type = typeOfQueryPath(project, (scope.screen ?? scope.flow)?.value.data, name);
    return type === "object" || type === "array" ? jsonTypeInWords(type) : undefined;
  }
  if (!("field" in reading)) return undefined;
  const type = typeOf(project, reading.field);
  // Beyond a raw step's whole there is what its schema describes.
  if (type === "json" && name !== reading.field.path) return undefined;
  return type && unshowableTypes[type];
}

const numbers: readonly ValueType[] = ["number", "money"];

/** What a kind of another type would show as it is kept, or with a sign that is not its own; codes have words by a choice. */
function unfitAs(
  project: Project,
  scope: WordScope,
  reading: Reading,
  name: string,
  kind: string | undefined,
): string | undefined {
  const types = kind === undefined ? [] : presetsOf(project, kind).map(({ value }) => value.type);
  if (types.length === 0 || types.some((type) => type === undefined || type === "choice")) return undefined;
  const type = "field" in reading ? typeOf(project, reading.field) : undefined;
  const given =
    "data" in reading ? typeOfQueryPath(project, (scope.screen ?? scope.flow)?.value.data, name) : "";
  const isNumber = numbers.some((one) => one === type) || given === "number" || given === "integer";
  if (isNumber && types.some((one) => !numbers.some((number) => number === one)))
    return `un número, y "${kind}" no es un tipo de números`;
  if (type === "date" && types.some((one) => one !== "date"))
    return `una fecha, y "${kind}" no es un tipo de fechas`;
  return undefined;
}

/** The path of a field, where a text outside rows can show its answer. */
function showable(project: Project, field: Field): string[] {
  const type = typeOf(project, field);
  const hides = field.list !== undefined || type === "display" || (type && type in unshowableTypes);
  return hides ? [] : [field.path];
}

/** What may be named here, and nothing that may not: a field only where one was asked before. */
function allowedNames(project: Project, scope: WordScope, found: string): Record<string, string> {
  const { flow, step = Infinity } = scope;
  if (scope.only) return { placeholder: found, allowed: scope.names.map((name) => `{${name}}`).join(" y ") };
  const all = ["{brand.dato}"];
  if (knownTerms(project).size > 0) all.push("{word.palabra}");
  // There are two dozen of a visit: which they are is said where they are documented.
  const isOfVisit = (name: string): boolean => name.startsWith("tracking.");
  all.push(...scope.names.filter((name) => !isOfVisit(name)).map((name) => `{${name}}`));
  if (scope.names.some(isOfVisit)) all.push("{tracking.dato}");
  if (scope.relative?.group !== undefined) all.push("{group.campo}");
  all.push(...[...(scope.parameters ?? [])].map((name) => `{with.${name}}`));
  if (flow && [...flow.fields.values()].some((field) => field.step <= step)) all.push("{paso.campo}");
  if ([...(scope.results ?? [])].some((name) => !name.endsWith("()"))) all.push("{resultado}");
  const allowed = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(", ")} o ${all.at(-1)}`;
  return { placeholder: found, allowed };
}

const knownTerms = (project: Project): Set<string> =>
  new Set([...project.brands.values()].flatMap((brand) => Object.keys(brand.value.vocabulary ?? {})));

function checkTerm(
  project: Project,
  file: ReadFile,
  term: string,
  at: JsonPath,
  scope: WordScope,
  name: string,
): void {
  const { report } = project;
  const known = knownTerms(project);
  if (!known.has(term)) {
    if (project.brands.size === 0 || project.hasUnresolvedBrands) return;
    const guess = nearest(term, known);
    const suggestion = guess === undefined ? undefined : `{${name.replace(term, guess)}}`;
    return report.add(file, at, "unknown-term", { term }, { suggestion, within: `{${name}}` });
  }
  for (const brand of scope.brands) {
    if (Object.hasOwn(brand.value.vocabulary ?? {}, term)) continue;
    const source = scope.owner.charAt(0).toLowerCase() + scope.owner.slice(1);
    const place = "vocabulary" in brand.value ? ["vocabulary"] : ["brand"];
    const values = { brand: brand.id, term, source };
    const fix = fixTerm(project, brand, term);
    report.add(brand.file, place, "missing-term", values, { part: "key", once: true, missingKey: fix });
  }
}

/** A word without its noun, with the article that it has in another brand. */
function fixTerm(project: Project, brand: Brand, term: string): MissingKey {
  const terms = [...project.brands.values()].map((one) => one.value.vocabulary?.[term] ?? {});
  const article = terms.find((one) => "article" in one)?.article ?? "el";
  const after = Object.keys(brand.value.vocabulary ?? {});
  return { file: brand.file.path, at: ["vocabulary", term], value: { noun: "", article }, after };
}
