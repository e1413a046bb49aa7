import { checkAnalytics } from "./analytics.ts";
import { checkCycles, depend, type Dependencies } from "../rules/dependencies.ts";
import { checkQueries } from "./queries.ts";
import { checkDialogs } from "../programs/dialogs.ts";
import { checkField } from "../fields/fields.ts";
import { checkFinder } from "./finders.ts";
import { checkFlowNames } from "./flow-names.ts";
import { checkHandoff, isHandoffMail } from "../mails/handoff-mail.ts";
import { checkMailAddress } from "../mails/mail-addresses.ts";
import { checkSender } from "../variables/text-answers.ts";
import { scopeOfNamedRule } from "../rules/named-rule-uses.ts";
import { checkNamedRules, checkUnusedRules } from "../rules/named-rules.ts";
import { checkOnlyFor } from "../brands/only-for.ts";
import { checkOptions, checkTrees } from "../fields/options.ts";
import { checkScale } from "../fields/range-scale.ts";
import { checkDocumentName } from "../fields/offered-documents.ts";
import { checkOnAdvance } from "../programs/on-advance.ts";
import { checkProgram, type Openings } from "../programs/programs.ts";
import { brandsOf, type Flow, type Project } from "../project/project.ts";
import { checkReached } from "../programs/reached-steps.ts";
import { checkRule } from "../rules/rules.ts";
import { scopeOfField, scopeOfStep } from "../variables/scope-of-field.ts";
import type { Grammar } from "../grammar/shape.ts";
import { checkSubject } from "./subject.ts";
import { checkUnusedParts } from "./unused-parts.ts";
import { checkShownField } from "../variables/shown-fields.ts";
import { resultsBefore, resultsDuring } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks what a flow means. Gives the first step from which each mail is sent. */
export function checkFlow(project: Project, flow: Flow, grammar: Grammar): Map<string, number> {
  const dependencies: Dependencies = new Map();
  const queries = new Map<string, number>();
  const openings: Openings = { mails: new Map(), dialogs: new Map() };
  checkFlowNames(project, flow);
  checkFinder(project, flow);
  checkSubject(project, flow);
  checkNamedRules(project, flow, (owner) => scopeOfNamedRule(project, flow, owner));
  for (const field of flow.fields.values()) {
    const scope: Scope = { ...scopeOfField(project, flow, field), queries };
    checkField(project, flow, field, scope, grammar, dependencies);
    checkOptions(project, flow, field, scope, dependencies);
    checkScale(project, field);
  }
  for (const step of flow.steps) {
    const scope: Scope = { ...scopeOfStep(project, flow, step), queries };
    const at = [...step.at, "visibleWhen"];
    if (step.value.visibleWhen !== undefined) {
      for (const use of checkRule(project, flow.file, step.value.visibleWhen, at, scope)) {
        depend(dependencies, `paso ${step.id}`, { to: use.to, at: use.at });
      }
    }
    checkOnlyFor(project, flow.file, step.value.onlyFor, step.at, scope);
    for (const [id, section] of Object.entries(step.value.sections ?? {})) {
      checkOnlyFor(project, flow.file, section.onlyFor, [...step.at, "sections", id], scope);
    }
    checkProgram(project, flow, step, scope, openings);
    checkAnalytics(project, flow, step, scope);
  }
  checkReached(project, flow);
  checkDialogs(project, flow, openings.dialogs);
  const brands = brandsOf(project, flow.id);
  const everywhere: Scope = { owner: "", flow, brands, results: resultsBefore(flow, Infinity) };
  checkQueries(project, flow, everywhere, dependencies, queries);
  checkOnAdvance(project, flow, everywhere);
  checkHandoff(project, flow, openings.mails);
  checkSender(project, flow);
  checkMails(project, flow, openings.mails, everywhere);
  checkCycles(project, flow.file, dependencies);
  checkTrees(project, flow);
  checkUnusedRules(project, flow);
  checkUnusedParts(project, flow);
  return openings.mails;
}

function checkMails(project: Project, flow: Flow, mails: Map<string, number>, scope: Scope): void {
  for (const [id, mail] of Object.entries(flow.value.mails ?? {})) {
    // It goes to whom the person says, and to nobody else.
    if (isHandoffMail(flow, id)) continue;
    const step = mails.get(id);
    const results = resultsDuring(flow, step ?? Infinity);
    const here: Scope = { ...scope, owner: `El correo "${id}"`, program: true, results };
    const to = ["mails", id, "to"];
    checkRule(project, flow.file, mail.to, to, step === undefined ? here : { ...here, step });
    checkMailAddress(project, flow, mail.to, to, here);
    for (const [index, one] of (mail.attach ?? []).entries()) {
      const at = ["mails", id, "attach", index];
      checkDocumentName(project, flow, one, { file: flow.file, at });
    }
    for (const [index, path] of (mail.shows ?? []).entries()) {
      const at = ["mails", id, "shows", index];
      checkShownField(
        project,
        flow,
        { file: flow.file, owner: `El correo "${id}"`, path, at },
        "items",
        "text",
        "to",
      );
    }
    if (mail.link) {
      const at = ["mails", id, "link", "to"];
      checkRule(project, flow.file, mail.link.to, at, step === undefined ? here : { ...here, step });
    }
    const calendar = mail.calendar;
    if (calendar === undefined) continue;
    const at = ["mails", id, "calendar"];
    const place = { file: flow.file, owner: `El correo "${id}"`, path: calendar, at };
    checkShownField(project, flow, place, "event");
  }
}
