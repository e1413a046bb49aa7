import type { JsonPath } from "../../1-read/locate.ts";
import { checkAwait } from "./awaits.ts";
import { toldByWaits } from "../project/awaits.ts";
import { checkBegin } from "./begin.ts";
import { checkCallInputs } from "../services/call-inputs.ts";
import { checkCall, checkCallPlace } from "../services/calls.ts";
import { checkFailurePage, meansFailure } from "../routes/failure-pages.ts";
import { checkPersonalHeaders } from "../services/headers.ts";
import { allOf, noneOf, type Facts } from "../rules/implications.ts";
import { checkFilled } from "../fields/filled.ts";
import { checkMapping } from "../rules/mappings.ts";
import { nearest } from "../report/nearest.ts";
import { factsOfSuccess, type EarlierResult, type CallSite } from "../services/call-sites.ts";
import { callNamed } from "../project/call-values.ts";
import type { Flow, Project, Step, ProgramDelivery, ProgramLine } from "../project/project.ts";
import { checkRedirect } from "../routes/routes.ts";
import { checkRule } from "../rules/rules.ts";
import { resultsBefore } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** From which steps what a flow defines is used: of mails the first one, of dialogs all. */
export interface Openings {
  mails: Map<string, number>;
  dialogs: Map<string, Set<number>>;
}

export interface Program {
  project: Project;
  flow: Flow;
  step: Step;
  scope: Scope & { results: Set<string> };
  openings: Openings;
  submits: number;
  /** What holds from here on, and what was left under each name. */
  facts: Facts;
  made: Map<string, EarlierResult>;
  /** Whether it goes on after it has waited: nobody may be there. */
  branch?: boolean;
  /** Whether these lines are done because a call failed. */
  failing?: boolean;
}

const ends = ["go", "redirect", "refuse", "dialog", "await"];
const verbs = ["call", "submit", "set", "fill", "begin", "do", ...ends];

/** The verb of a line, which the grammar saw to. */
const verbOf = (line: ProgramLine): string => verbs.find((verb) => verb in line) ?? "when";

/** Whether nothing after a line is done. A dialog that a button passes is no end: the program goes on after it. */
export const leaves = (flow: Flow, line: ProgramLine): boolean =>
  ends.some((verb) => verb in line) && line.when === undefined && !isPassed(flow, line.dialog);

/** Whether a button of a dialog resumes the program that opened it. */
function isPassed(flow: Flow, dialog: string | undefined): boolean {
  if (typeof dialog !== "string") return false;
  const { buttons } = flow.value.dialogs?.[dialog] ?? {};
  return Object.values(buttons ?? {}).some((button) =>
    (button.onPress ?? []).some((line) => "resume" in line),
  );
}

/** Checks what the button of a step does, and notes what it opens and sends. */
export function checkProgram(
  project: Project,
  flow: Flow,
  step: Step,
  scope: Scope,
  openings: Openings,
): void {
  const lines = step.value.onContinue ?? [];
  if (lines.length === 0) return;
  const at = [...step.at, "onContinue"];
  const { report } = project;
  if (step.value.ends === true) {
    return report.add(flow.file, at, "program-on-final-step", { step: step.id }, { part: "key" });
  }
  // It grows line by line.
  const results = new Set(resultsBefore(flow, step.index));
  const program: Program = {
    project,
    flow,
    step,
    scope: { ...scope, owner: `El programa del paso "${step.id}"`, program: true, filled: true, results },
    openings,
    submits: 0,
    facts: allOf(step.value.visibleWhen, scope.names),
    made: new Map(),
  };
  checkEnding(program, lines, at);
}

/** A program, or a branch of one: it leads somewhere. */
function checkEnding(program: Program, lines: ProgramLine[], at: JsonPath, isFailing = false): void {
  const { project, flow } = program;
  const last = lines.at(-1);
  if (!last) return;
  checkLines(program, lines, at, [], isFailing);
  // What a program would do that there is not, nobody knows.
  if (leaves(flow, last) || last.do !== undefined) return;
  const place = [...at, lines.length - 1, verbOf(last)];
  project.report.add(flow.file, place, "program-without-end", {}, { part: "key" });
}

/** `after` are the lines that follow when these have come to their end. */
function checkLines(
  program: Program,
  lines: ProgramLine[],
  at: JsonPath,
  after: ProgramLine[],
  isFailing = false,
): void {
  const { report } = program.project;
  for (const [index, line] of lines.entries()) {
    checkLine(program, line, [...at, index], [...lines.slice(index + 1), ...after], isFailing);
    const next = lines[index + 1];
    if (!leaves(program.flow, line) || !next) continue;
    const place = [...at, index + 1, verbOf(next)];
    report.add(program.flow.file, place, "unreachable-instruction", {}, { part: "key" });
    return;
  }
}

function checkLine(
  program: Program,
  line: ProgramLine,
  at: JsonPath,
  after: ProgramLine[],
  /** Whether it is done because a call failed. */
  isFailing: boolean,
): void {
  const { project, flow, scope, step } = program;
  const { file } = flow;
  // Lines of a program that there is stand in its place already.
  if (line.do !== undefined) {
    const suggestion = nearest(line.do, Object.keys(flow.value.programs ?? {}));
    return project.report.add(file, [...at, "do"], "unknown-program", { program: line.do }, { suggestion });
  }
  if (line.when !== undefined) checkRule(project, file, line.when, [...at, "when"], scope);
  const when = line.when;
  const under = allOf(when, scope.names);
  if ("submit" in line) checkSubmit(program, line.submit ?? {}, [...at, "submit"]);
  if ("call" in line) {
    checkCall(project, file, line, at);
    checkPersonalHeaders(project, flow, line, at);
    const told = { ...scope, documents: true, toldByWaits: toldByWaits(flow, step, at) };
    checkMapping(project, file, line.with, [...at, "with"], told);
    checkCallInputs(placeOf(program, under), line, at);
    const name = line.as;
    if (name !== undefined) scope.results.add(name).add(`${name}()`);
    const onFailure = line.onFailure ?? [];
    const before = program.facts;
    program.facts = [...before, ...under];
    const { failing = false } = program;
    program.failing = true;
    program.scope = {
      ...scope,
      failed: new Set([...(scope.failed ?? []), ...(name === undefined ? [] : [name])]),
    };
    checkLines(program, onFailure, [...at, "onFailure"], after, true);
    program.scope = scope;
    program.failing = failing;
    program.facts = before;
    const call = callNamed(project, line.call);
    if (name !== undefined && call) {
      const counts = onFailure.length > 0 && leaves(flow, onFailure.at(-1)!);
      program.made.set(name, { call, counts, under });
      // Under a condition it may not have been made, and there is no answer of which anything would hold.
      if (counts && when === undefined) program.facts = [...before, ...factsOfSuccess(call, name)];
    }
  }
  if (when !== undefined && leaves(flow, { ...line, when: undefined })) {
    program.facts = [...program.facts, ...noneOf(when, scope.names)];
  }
  for (const [name, entry] of Object.entries(line.set ?? {})) {
    program.made.set(name, { entries: { [name]: entry }, under: [] });
  }
  checkMapping(project, file, line.set, [...at, "set"], scope);
  for (const name of Object.keys(line.set ?? {})) scope.results.add(name);
  if ("fill" in line) checkFill(program, line.fill ?? {}, [...at, "fill"]);
  if ("begin" in line) checkBegin(program, line, at, after);
  if ("await" in line) {
    checkAwait(program, line, at, (inner, branch, place) => {
      checkEnding(inner, line[branch] ?? [], place, branch !== "onCame");
    });
  }
  if ("go" in line) checkGo(project, flow, step, String(line.go), [...at, "go"]);
  if ("dialog" in line && program.branch)
    project.report.add(file, [...at, "dialog"], "dialog-while-waiting", {}, { part: "key" });
  else if ("dialog" in line) openDialog(program, String(line.dialog), [...at, "dialog"]);
  if ("redirect" in line) {
    const source = `el programa del paso "${step.id}" de "${flow.id}"`;
    const place = [...at, "redirect"];
    checkRedirect(project, file, line.redirect, place, scope.brands, source);
    if (isFailing || "says" in line || meansFailure(line.when, scope.results)) {
      checkFailurePage(project, file, line.redirect, place, scope.brands);
    }
  }
}

/** What a program fills is answered by the person later: in a step after this one, and not by a rule or with rows. */
function checkFill(
  { project, flow, scope, step }: Program,
  fill: NonNullable<ProgramLine["fill"]>,
  at: JsonPath,
): void {
  const { file } = flow;
  // The answer is of a later step, what it begins with is of this one or of those before.
  const { step: _, ...anyStep } = scope;
  for (const [path, rule] of Object.entries(fill)) {
    const place = { file, at: [...at, path], path, part: "key" as const };
    checkRule(project, file, rule, place.at, scope);
    const field = checkFilled(project, place, anyStep);
    if (!field || field.step > step.index) continue;
    const values = { owner: scope.owner, path };
    project.report.add(file, place.at, "filled-too-late", values, { part: "key" });
  }
}

const placeOf = ({ project, flow, scope, facts, made }: Program, under: Facts = []): CallSite => ({
  project,
  file: flow.file,
  flow,
  scope,
  facts: [...facts, ...under],
  made,
});

function checkSubmit(program: Program, submit: NonNullable<ProgramLine["submit"]>, at: JsonPath): void {
  const { project, flow } = program;
  program.submits += 1;
  if (program.submits > 1) project.report.add(flow.file, at, "repeated-submit", {}, { part: "key" });
  for (const [index, delivery] of (submit.deliver ?? []).entries()) {
    checkDelivery(program, delivery, [...at, "deliver", index]);
  }
  const sequence = submit.sequence;
  const sequences = flow.value.sequences ?? {};
  const known = Object.keys(sequences);
  if (sequence !== undefined && known.includes(sequence)) {
    // What is delivered is made when it is accepted; what follows here is done before.
    program.scope.unnumbered = sequences[sequence]?.given !== "stored";
  }
  if (sequence === undefined || known.includes(sequence)) return;
  const options = { suggestion: nearest(sequence, known) };
  project.report.add(
    flow.file,
    [...at, "sequence"],
    "unknown-sequence",
    { flow: flow.id, sequence },
    options,
  );
}

function checkDelivery(program: Program, delivery: ProgramDelivery, at: JsonPath): void {
  const { project, flow, scope, openings, step } = program;
  const mail = delivery.mail;
  if (mail === undefined) {
    if (delivery.when !== undefined)
      checkRule(project, flow.file, delivery.when, [...at, "when"], { ...scope, program: true });
    checkCall(project, flow.file, delivery, at);
    checkCallPlace(project, flow.file, delivery, at, "delivery");
    const place = placeOf(program);
    const facts = [...place.facts, ...allOf(delivery.when, scope.names)];
    checkCallInputs({ ...place, facts }, delivery, at);
    checkPersonalHeaders(project, flow, delivery, at);
    for (const [input, list] of Object.entries(delivery.forEach ?? {}))
      checkRule(project, flow.file, list, [...at, "forEach", input], { ...scope, program: true });
    for (const [index, next] of (delivery.after ?? []).entries())
      checkDelivery(program, next, [...at, "after", index]);
    return checkMapping(project, flow.file, delivery.with, [...at, "with"], { ...scope, documents: true });
  }
  const known = Object.keys(flow.value.mails ?? {});
  if (!known.includes(mail)) {
    const values = { flow: flow.id, mail };
    project.report.add(flow.file, [...at, "mail"], "unknown-mail", values, {
      suggestion: nearest(mail, known),
    });
  }
  openings.mails.set(mail, Math.min(openings.mails.get(mail) ?? Infinity, step.index));
}

function openDialog({ project, flow, step, openings }: Program, dialog: string, at: JsonPath): void {
  const known = Object.keys(flow.value.dialogs ?? {});
  let opened = dialog;
  if (!known.includes(dialog)) {
    const suggestion = nearest(dialog, known);
    project.report.add(flow.file, at, "unknown-dialog", { flow: flow.id, dialog }, { suggestion });
    // The one that was probably meant is not told to be unused.
    opened = suggestion ?? dialog;
  }
  openings.dialogs.set(opened, (openings.dialogs.get(opened) ?? new Set()).add(step.index));
}

/** The program of a step, `from`, only goes on. */
export function checkGo(
  project: Project,
  flow: Flow,
  from: Step | undefined,
  target: string,
  at: JsonPath,
): void {
  const found = flow.steps.find(({ id }) => id === target);
  if (!found) {
    const suggestion = nearest(
      target,
      flow.steps.map(({ id }) => id),
    );
    return project.report.add(flow.file, at, "unknown-step", { flow: flow.id, step: target }, { suggestion });
  }
  if (!from || from.index < found.index) return;
  project.report.add(flow.file, at, "backward-go", { step: from.id, target });
}
