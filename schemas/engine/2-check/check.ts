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
import { checkDefaults, checkExtended, checkNames } from "./project/ids.ts";
import { checkTreesFor } from "./brands/only-for.ts";
import { openProject } from "./project/project.ts";
import { newReport, type MissingKey, type Report } from "./report/report.ts";
import { checkEventTypes } from "./programs/event-types.ts";
import { checkPageExamples } from "./screens/page-examples.ts";
import { checkSavedLists } from "./screens/saved-lists.ts";
import { checkScreens } from "./screens/screens.ts";
import { checkServices } from "./services/services.ts";
import { acceptedFiles, grammarOf } from "./grammar/files.ts";
import type { Grammar } from "./grammar/shape.ts";
import { checkWording } from "./wording/wording.ts";

/**
 * Finds everything that is wrong in definition files: their shape, by the grammar, and what they mean.
 * What `readSources` found is not repeated. Sorted; empty means that the files can be compiled.
 * @param grammar the schemas of `schemas/language` by file name; by default those among the files.
 * @param failed is told of a flow that cannot be checked, which is a mistake of ours, and the others are; without it, the
 *   first one throws.
 */
export function check(
  files: Record<string, ReadFile>,
  grammar: Grammar = grammarOf(files),
  failed?: Failed,
): Diagnostic[] {
  return sorted(checked(files, grammar, failed).diagnostics);
}

type Failed = (flow: ReadFile, error: unknown) => void;

/** The keys that are missing in definition files, and where each would stand. */
export const missingKeys = (files: Record<string, ReadFile>): MissingKey[] =>
  checked(files, grammarOf(files)).missingKeys;

function checked(read: Record<string, ReadFile>, grammar: Grammar, failed?: Failed): Report {
  const report = newReport();
  const files = acceptedFiles(report, read, grammar);
  checkNames(report, files);
  checkDefaults(report, files);
  checkExtended(report, files);
  const project = openProject(files, report);
  const mails = new Map<string, Map<string, number>>();
  for (const flow of new Set(project.flows.values())) {
    try {
      mails.set(flow.id, checkFlow(project, flow, grammar));
    } catch (error) {
      if (!failed) throw error;
      failed(flow.file, error);
    }
  }
  checkConditions(project);
  checkFragments(project, grammar);
  checkKinds(project);
  checkTreesFor(project);
  checkServices(project);
  checkEventTypes(project);
  checkSavedLists(project);
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
