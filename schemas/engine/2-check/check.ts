import type { JsonPath } from "../1-read/locate.ts";
import { readSources, type ReadFile } from "../1-read/read.ts";
import type { Diagnostic, Sources } from "../types/index.ts";
import { checkBrands } from "./brands/brands.ts";
import { sorted } from "../diagnostics/diagnostic.ts";
import { checkConditions } from "./rules/conditions.ts";
import { checkContentRows } from "./content/content-rows.ts";
import { checkContent } from "./content/content-values.ts";
import { checkExamples } from "./flow/examples.ts";
import { checkFlow } from "./flow/flow.ts";
import { checkForEach } from "./screens/for-each.ts";
import { checkFragments } from "./flow/fragments.ts";
import { checkKinds } from "./fields/kinds.ts";
import { checkDefaults, checkNames } from "./project/ids.ts";
import { checkTreesFor } from "./brands/only-for.ts";
import { isDefinition, placeOf } from "./project/file-kinds.ts";
import { openProject } from "./project/project.ts";
import { newReport, type MissingKey, type Report } from "./report/report.ts";
import { checkEventTypes } from "./programs/event-types.ts";
import { checkPageExamples } from "./screens/page-examples.ts";
import { checkScreens } from "./screens/screens.ts";
import { checkServices } from "./services/services.ts";
import { checkShape, validatorOf, type Grammar } from "./grammar/shape.ts";
import { checkWording } from "./wording/wording.ts";

const grammarFile = /^schemas\/language\/([^/]+\.schema\.json)$/;

/** The grammar that stands among the files. */
export function grammarOf(files: Record<string, ReadFile>): Grammar {
  const grammar: Grammar = {};
  for (const [path, { value }] of Object.entries(files)) {
    const name = grammarFile.exec(path)?.[1];
    if (name !== undefined) grammar[name] = value;
  }
  return grammar;
}

/**
 * Finds everything that is wrong in definition files: their shape, by the grammar, and what they mean.
 * What `readSources` found is not repeated. Sorted; empty means that the files can be compiled.
 * @param grammar the schemas of `schemas/language` by file name; by default those among the files.
 */
export function check(files: Record<string, ReadFile>, grammar: Grammar = grammarOf(files)): Diagnostic[] {
  return sorted(checked(files, grammar).diagnostics);
}

/** The keys that are missing in definition files, and where each would stand. */
export const missingKeys = (files: Record<string, ReadFile>): MissingKey[] =>
  checked(files, grammarOf(files)).missingKeys;

function checked(files: Record<string, ReadFile>, grammar: Grammar): Report {
  const report = newReport();
  for (const file of Object.values(files)) checkFile(report, file, grammar);
  checkNames(report, files);
  checkDefaults(report, files);
  const project = openProject(files, report);
  const mails = new Map<string, Map<string, number>>();
  for (const flow of new Set(project.flows.values())) {
    mails.set(flow.id, checkFlow(project, flow, grammar));
  }
  checkConditions(project);
  checkFragments(project, grammar);
  checkKinds(project);
  checkTreesFor(project);
  checkServices(project);
  checkEventTypes(project);
  checkScreens(project, grammar);
  checkBrands(project);
  checkForEach(project);
  checkContent(project);
  for (const flow of new Set(project.flows.values())) checkContentRows(project, flow);
  checkExamples(project);
  checkPageExamples(project);
  checkWording(project, grammar, mails);
  return report;
}

/** Reads and checks: all that is wrong, in one list. */
export function checkSources(sources: Sources): Diagnostic[] {
  const { files, diagnostics } = readSources(sources);
  return sorted([...diagnostics, ...check(files)]);
}

function checkFile(report: Report, file: ReadFile, grammar: Grammar): void {
  if (!isDefinition(file.path) || file.value === undefined) return;
  const place = placeOf(file.path);
  if (!place) return report.add(file, [], "unknown-file");
  const validate = validatorOf(grammar, place.kind);
  if (!validate) {
    const name = `schemas/language/${place.kind}.schema.json`;
    report.add(file, [], "unusable-grammar", { grammar: name });
    return report.markInvalid(file, []);
  }
  const subject = { report, file, value: file.value, root: [] };
  for (const at of checkShape(subject, validate)) report.markInvalid(file, invalidPart(place.kind, at));
}

/** How far a mistake of shape reaches: what holds it cannot be judged, what stands beside it can. */
function invalidPart(kind: string, at: JsonPath): JsonPath {
  if (kind === "wording") return at;
  if (kind === "fragment") return at[0] === "fields" && at.length >= 2 ? innermost(at, 2) : [];
  if (kind !== "flow") return [];
  if (at[0] === "steps" && at[2] === "sections" && at.length >= 6) return innermost(at, 6);
  if (at[0] === "steps" && (at[2] === "onContinue" || at[2] === "schema")) return at.slice(0, 3);
  if (partsOfFlow.has(at[0]) && at.length >= 2) return at.slice(0, 2);
  return [];
}

const partsOfFlow: ReadonlySet<unknown> = new Set([
  "data",
  "dialogs",
  "documents",
  "mails",
  "rules",
  "sequences",
]);

/** The field in which a mistake is, from one that is around it: groups and lists hold others. */
function innermost(at: JsonPath, length: number): JsonPath {
  return at[length] === "fields" && at.length >= length + 2 ? innermost(at, length + 2) : at.slice(0, length);
}
