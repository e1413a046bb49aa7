/** What is told whenever somebody goes on to another step: as a delivery, of answers that may not be there yet. */
import { allOf } from "../rules/implications.ts";
import { checkMapping } from "../rules/mappings.ts";
import { checkRule } from "../rules/rules.ts";
import { checkCallInputs } from "../services/call-inputs.ts";
import { checkCall, checkCallPlace } from "../services/calls.ts";
import { checkPersonalHeaders } from "../services/headers.ts";
import type { Flow, Project } from "../project/project.ts";
import type { Scope } from "../variables/scope.ts";

/** `everywhere` reads all answers and queries; what programs leave is not read: it may not be there. */
export function checkOnAdvance(project: Project, flow: Flow, everywhere: Scope): void {
  const { results: _, ...rest } = everywhere;
  const scope: Scope = { ...rest, owner: 'Lo que se cuenta en "onAdvance"', program: true, advance: true };
  for (const [index, told] of (flow.value.onAdvance ?? []).entries()) {
    const at = ["onAdvance", index];
    if (told.when !== undefined) checkRule(project, flow.file, told.when, [...at, "when"], scope);
    checkCall(project, flow.file, told, at);
    checkCallPlace(project, flow.file, told, at, "delivery");
    checkPersonalHeaders(project, flow, told, at);
    const facts = allOf(told.when, scope.names);
    checkCallInputs({ project, file: flow.file, flow, scope, facts, made: new Map() }, told, at);
    checkMapping(project, flow.file, told.with, [...at, "with"], scope);
  }
}
