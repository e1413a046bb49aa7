import { fromMarkdown } from "mdast-util-from-markdown";
import type { Nodes } from "mdast";
import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import { nearest } from "./nearest.ts";
import type { Flow, Item, Project } from "./project.ts";
import type { Fix } from "./report.ts";
import { factValues, knownFacts, readFact, readVariable, type Scope } from "./variables.ts";
import { asObject, isObject } from "./values.ts";

/** What the words of one place may name, and whether they are Markdown. */
export interface WordScope {
  brands: Item[];
  markdown: boolean;
  flow?: Flow;
  /** Fields up to this step; without it, of all. */
  step?: number;
  results?: ReadonlySet<string>;
  /** Other names: `label`, `limit`, `submission.number`, `request.id`. */
  names: readonly string[];
  /** Who says it: `El texto`, `El correo "receipt"`. */
  owner: string;
}

const placeholder = /\{([A-Za-z][A-Za-z0-9.]*)\}/g;

/** Checks the placeholders and the Markdown of a text. */
export function checkWords(project: Project, file: ReadFile, text: unknown, at: At, scope: WordScope): void {
  if (typeof text !== "string") return;
  const { report } = project;
  for (const [whole, name = ""] of text.matchAll(placeholder)) {
    checkPlaceholder(project, file, name, at, scope, whole);
  }
  const rest = text.replace(placeholder, "");
  if (/[{}]/.test(rest)) {
    const loose = /\{[^{}]*\}?|\}/.exec(rest)?.[0] ?? "{";
    report.add(file, at, "malformed-placeholder", {}, { within: loose });
  }
  if (scope.markdown) checkMarkdown(project, file, text, at, scope.brands);
}

function checkPlaceholder(
  project: Project,
  file: ReadFile,
  name: string,
  at: At,
  scope: WordScope,
  within: string,
): void {
  const { report } = project;
  const owner = scope.owner === "El texto" ? `Un texto de ${file.path}` : scope.owner;
  const term = /^[wW]ord\.([A-Za-z0-9]+)(\.the)?$/.exec(name)?.[1];
  if (term !== undefined) return checkTerm(project, file, term, at, { ...scope, owner }, name);
  if (name.startsWith("brand.")) {
    const fact = name.slice("brand.".length);
    const values = scope.brands.map((brand) => asObject(brand.value["facts"])[fact]);
    const finding = readFact(project, fact, owner, scope.brands);
    if (!finding && !values.some((value) => isObject(value) || Array.isArray(value))) return;
    const suggestion = finding?.suggestion === undefined ? undefined : `{brand.${finding.suggestion}}`;
    return report.add(file, at, "unknown-placeholder", allowedNames(project, scope, within), {
      suggestion,
      within,
    });
  }
  if (scope.names.includes(name)) return;
  const fields = scope.flow ? [...scope.flow.fields.keys()] : [];
  let suggestion: string | undefined;
  if (scope.flow) {
    const variables: Scope = {
      owner: scope.owner,
      flow: scope.flow,
      brands: scope.brands,
      ...(scope.step === undefined ? {} : { step: scope.step }),
      ...(scope.results ? { results: scope.results } : {}),
    };
    const reading = name === "today" ? { other: true as const } : readVariable(project, variables, name);
    if (!("finding" in reading)) return;
    if (reading.finding.code === "later-step") {
      return report.add(file, at, "later-step", reading.finding.values, { within: name });
    }
    suggestion = reading.finding.suggestion;
  }
  const facts = [...knownFacts(project)].map((fact) => `brand.${fact}`);
  const terms = [...knownTerms(project)].flatMap((one) => [`word.${one}`, `Word.${one}`]);
  suggestion = nearest(name, [...fields, ...scope.names, ...facts, ...terms]) ?? suggestion;
  const guess = suggestion === undefined ? undefined : `{${suggestion}}`;
  report.add(file, at, "unknown-placeholder", allowedNames(project, scope, within), {
    suggestion: guess,
    within,
  });
}

/** What may be named here, and nothing that may not: a field only where one was asked before. */
function allowedNames(project: Project, scope: WordScope, found: string): Record<string, string> {
  const { flow, step = Infinity } = scope;
  const all = ["{brand.dato}"];
  if (knownTerms(project).size > 0) all.push("{word.palabra}");
  all.push(...scope.names.map((name) => `{${name}}`));
  if (flow && [...flow.fields.values()].some((field) => field.step <= step)) all.push("{paso.campo}");
  if ([...(scope.results ?? [])].some((name) => !name.endsWith("()"))) all.push("{resultado}");
  const allowed = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(", ")} o ${all.at(-1)}`;
  return { placeholder: found, allowed };
}

const knownTerms = (project: Project): Set<string> =>
  new Set([...project.brands.values()].flatMap((brand) => Object.keys(asObject(brand.value["vocabulary"]))));

function checkTerm(
  project: Project,
  file: ReadFile,
  term: string,
  at: At,
  scope: WordScope,
  name: string,
): void {
  const { report } = project;
  const known = knownTerms(project);
  if (!known.has(term)) {
    if (project.brands.size === 0 || project.unsureBrands) return;
    const guess = nearest(term, known);
    const suggestion = guess === undefined ? undefined : `{${name.replace(term, guess)}}`;
    return report.add(file, at, "unknown-term", { term }, { suggestion, within: `{${name}}` });
  }
  for (const brand of scope.brands) {
    if (Object.hasOwn(asObject(brand.value["vocabulary"]), term)) continue;
    const source = scope.owner.charAt(0).toLowerCase() + scope.owner.slice(1);
    const place = "vocabulary" in brand.value ? ["vocabulary"] : ["brand"];
    const values = { brand: brand.id, term, source };
    const fix = fixTerm(project, brand, term);
    report.add(brand.file, place, "missing-term", values, { part: "key", once: true, fix });
  }
}

/** A word without its noun, with the article that it has in another brand. */
function fixTerm(project: Project, brand: Item, term: string): Fix {
  const terms = [...project.brands.values()].map((one) => asObject(asObject(one.value["vocabulary"])[term]));
  const article = terms.find((one) => "article" in one)?.["article"] ?? "el";
  const after = Object.keys(asObject(brand.value["vocabulary"]));
  return { file: brand.file.path, at: ["vocabulary", term], value: { noun: "", article }, after };
}

const constructs: Record<string, string> = {
  heading: "un título de Markdown (#)",
  blockquote: "una cita (>)",
  code: "un bloque de código",
  inlineCode: "código (`)",
  html: "HTML",
  image: "una imagen",
  imageReference: "una imagen",
  thematicBreak: "una línea (---)",
  definition: "una definición de enlace",
  linkReference: "un enlace por referencia",
};

const safeHref = /^(\/(?!\/)|#|https:\/\/|mailto:|tel:)/;

/** An address as it will be in each brand, or undefined where it is none. */
function hrefsOf(url: string, brands: Item[]): (string | undefined)[] {
  let href: string;
  try {
    href = decodeURI(url);
  } catch {
    return [undefined];
  }
  const fact = /^\{brand\.([A-Za-z0-9.]+)\}/.exec(href);
  if (!fact) return [href];
  return [...factValues(brands, fact[1]!).values()].map((value) => String(value));
}

function checkMarkdown(project: Project, file: ReadFile, text: string, at: At, brands: Item[]): void {
  const { report } = project;
  const visit = (node: Nodes): void => {
    const construct = constructs[node.type];
    if (construct) return report.add(file, at, "unsupported-markdown", { construct }, { once: true });
    if (node.type === "link" && !hrefsOf(node.url, brands).every((href) => href && safeHref.test(href))) {
      report.add(file, at, "unsafe-link", { href: node.url }, { within: node.url });
    }
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text));
}
