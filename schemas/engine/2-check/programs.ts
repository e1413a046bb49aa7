import type { At } from "../1-read/locate.ts";
import { checkCall } from "./calls.ts";
import { nearest } from "./nearest.ts";
import type { Flow, Project, Step } from "./project.ts";
import { checkRedirect } from "./routes.ts";
import { checkRule } from "./rules.ts";
import { allResults, type Scope } from "./variables.ts";
import { asList, asObject, asText, isObject, type Definition } from "./values.ts";

interface Program {
  project: Project;
  flow: Flow;
  step: Step;
  scope: Scope & { results: Set<string> };
  /** Steps from whose programs each mail is sent. */
  mails: Map<string, number>;
  submits: number;
}

const leaves = (line: Definition): boolean =>
  ["go", "redirect", "refuse"].some((verb) => verb in line) && line["when"] === undefined;

/** Checks what the button of a step does. Notes from which step each mail is sent. */
export function checkProgram(
  project: Project,
  flow: Flow,
  step: Step,
  scope: Scope,
  mails: Map<string, number>,
): void {
  const lines = asList(step.value["onContinue"]).map(asObject);
  if (lines.length === 0) return;
  const at = [...step.at, "onContinue"];
  const { report } = project;
  if (step.value["ends"] === true) {
    return report.add(flow.file, at, "program-on-final-step", { step: step.id }, { part: "key" });
  }
  const results = allResults(flow, step.index);
  const program: Program = {
    project,
    flow,
    step,
    scope: { ...scope, owner: `El programa del paso "${step.id}"`, program: true, results },
    mails,
    submits: 0,
  };
  checkLines(program, lines, at);
  if (!leaves(lines.at(-1)!)) {
    report.add(
      flow.file,
      [...at, lines.length - 1, verbOf(lines.at(-1)!)],
      "program-without-end",
      {},
      { part: "key" },
    );
  }
}

const verbOf = (line: Definition): string =>
  ["call", "submit", "set", "go", "redirect", "refuse"].find((verb) => verb in line) ?? "when";

function checkLines(program: Program, lines: Definition[], at: At): void {
  const { report } = program.project;
  for (const [index, line] of lines.entries()) {
    checkLine(program, line, [...at, index]);
    const next = lines[index + 1];
    if (!leaves(line) || !next) continue;
    report.add(
      program.flow.file,
      [...at, index + 1, verbOf(next)],
      "unreachable-instruction",
      {},
      { part: "key" },
    );
    return;
  }
}

function checkLine(program: Program, line: Definition, at: At): void {
  const { project, flow, scope } = program;
  const { file } = flow;
  if (line["when"] !== undefined) checkRule(project, file, line["when"], [...at, "when"], scope);
  if ("submit" in line) {
    program.submits += 1;
    const place = [...at, "submit"];
    if (program.submits > 1) project.report.add(file, place, "repeated-submit", {}, { part: "key" });
    for (const [index, delivery] of asList(asObject(line["submit"])["deliver"]).entries()) {
      checkDelivery(program, asObject(delivery), [...place, "deliver", index]);
    }
  }
  if ("call" in line) {
    checkCall(project, file, line, at);
    checkMapping(program, line["with"], [...at, "with"]);
    const name = asText(line["as"]);
    if (name !== undefined) scope.results.add(name).add(`${name}()`);
    checkLines(program, asList(line["onFailure"]).map(asObject), [...at, "onFailure"]);
  }
  for (const [name, rule] of Object.entries(asObject(line["set"]))) {
    checkRule(project, file, rule, [...at, "set", name], scope);
    scope.results.add(name);
  }
  if ("go" in line) checkGo(program, String(line["go"]), [...at, "go"]);
  if ("redirect" in line) {
    const source = `el programa del paso "${program.step.id}" de "${flow.id}"`;
    checkRedirect(project, file, line["redirect"], [...at, "redirect"], scope.brands, source);
  }
}

function checkDelivery({ project, flow, scope, mails, step }: Program, delivery: Definition, at: At): void {
  const mail = asText(delivery["mail"]);
  if (mail === undefined) {
    checkCall(project, flow.file, delivery, at);
    return checkMapping({ project, flow, scope }, delivery["with"], [...at, "with"]);
  }
  const known = Object.keys(asObject(flow.value["mails"]));
  if (!known.includes(mail)) {
    const values = { flow: flow.id, mail };
    project.report.add(flow.file, [...at, "mail"], "unknown-mail", values, {
      suggestion: nearest(mail, known),
    });
  }
  mails.set(mail, Math.min(mails.get(mail) ?? Infinity, step.index));
}

function checkMapping(
  { project, flow, scope }: Pick<Program, "project" | "flow" | "scope">,
  mapping: unknown,
  at: At,
): void {
  for (const [name, entry] of Object.entries(asObject(mapping))) {
    const place = [...at, name];
    if (isObject(entry) && "value" in entry) {
      checkRule(project, flow.file, entry["value"], [...place, "value"], scope);
      checkRule(project, flow.file, entry["when"], [...place, "when"], scope);
    } else checkRule(project, flow.file, entry, place, scope);
  }
}

function checkGo({ project, flow, step }: Program, target: string, at: At): void {
  const found = flow.steps.find(({ id }) => id === target);
  if (!found) {
    const suggestion = nearest(
      target,
      flow.steps.map(({ id }) => id),
    );
    return project.report.add(flow.file, at, "unknown-step", { flow: flow.id, step: target }, { suggestion });
  }
  if (found.index > step.index) return;
  project.report.add(flow.file, at, "backward-go", { step: step.id, target });
}
