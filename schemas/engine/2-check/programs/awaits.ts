/** Checks a line at which a program waits for something outside. */
import type { JsonPath } from "../../1-read/locate.ts";
import { waitBranches, type WaitBranchName } from "../../1-read/wait-branches.ts";
import { awaitedSchema } from "../project/call-results.ts";
import { awaitsOf, hasText } from "../project/awaits.ts";
import { typeOf } from "../project/presets.ts";
import type { Flow, Project, EventType, ProgramLine } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { asText, isObject } from "../report/values.ts";
import { checkRule } from "../rules/rules.ts";
import type { Program } from "./programs.ts";

/** How a line is checked: those of branches by whoever checks the program. */
type CheckBranch = (program: Program, branch: WaitBranchName, at: JsonPath) => void;

export function checkAwait(
  program: Program,
  line: ProgramLine,
  at: JsonPath,
  checkBranch: CheckBranch,
): void {
  const { project, flow, scope } = program;
  const { report } = project;
  const as = String(line.as);
  if (program.failing) report.add(flow.file, [...at, "await"], "await-out-of-place", {}, { part: "key" });
  const first = awaitsOf(flow).find((one) => one.as === as);
  if (first && first.line !== line) {
    report.add(flow.file, [...at, "as"], "repeated-await", { flow: flow.id, name: as });
  }
  checkLimit(program, line.until ?? {}, [...at, "until"]);
  for (const key of ["page", "pageUntil"] as const) {
    if (line[key] !== undefined) checkRule(project, flow.file, line[key], [...at, key], scope);
  }
  const outcomes = checkEvent(project, program, line, at);
  const event = eventNamed(project, line.await);
  for (const [outcome, branch] of Object.entries(waitBranches)) {
    if (!(branch in line)) continue;
    const isNever = outcomes !== undefined && !outcomes.has(outcome);
    if (isNever) {
      const values = { branch, event: String(line.await), outcome };
      report.add(flow.file, [...at, branch], "needless-branch", values, { part: "key" });
      continue;
    }
    // What came is known here, and nowhere else.
    const results = new Set([...scope.results, as]);
    const awaited = new Map(scope.awaited);
    if (event) awaited.set(as, awaitedSchema(event, outcomes ?? []));
    const inner: Program = {
      ...program,
      // What a look-up filled is known while the person is there.
      scope: { ...scope, filled: false, results, awaited },
      made: new Map(program.made),
      branch: true,
    };
    checkBranch(inner, branch, [...at, branch]);
  }
}

const eventNamed = ({ events }: Project, event: string | undefined): EventType["value"] | undefined =>
  events.get(String(event))?.value;

/** What is waited for, and whether each way in which it can end has a branch. Gives these, where they are known. */
function checkEvent(
  project: Project,
  { flow }: Program,
  line: ProgramLine,
  at: JsonPath,
): ReadonlySet<string> | undefined {
  const { report } = project;
  const event = String(line.await);
  const found = project.events.get(event);
  if (!found) {
    if (project.isUnresolved("event", event)) return undefined;
    const suggestion = nearest(event, project.events.keys());
    report.add(flow.file, [...at, "await"], "unknown-event", { flow: flow.id, event }, { suggestion });
    return undefined;
  }
  if (report.isInvalid(found.file)) return undefined;
  const outcomes = eventOutcomes(project, flow, line)!;
  if (hasText(flow, line, "code")) checkCodeEvent(project, flow, found.value, event, at);
  for (const [outcome, branch] of Object.entries(waitBranches)) {
    if (!outcomes.has(outcome) || branch in line) continue;
    report.add(flow.file, [...at, "await"], "missing-branch", { event, outcome, branch }, { part: "key" });
  }
  return outcomes;
}

/** How a wait can end; undefined where nobody knows its event. */
export function eventOutcomes(project: Project, flow: Flow, line: ProgramLine): Set<string> | undefined {
  const event = project.events.get(String(line.await));
  if (!event || project.report.isInvalid(event.file)) return undefined;
  const outcomes = new Set(["timeout", ...(event.value.outcomes ?? [])]);
  // Whoever may cancel it here may do so whatever its provider says.
  if (hasText(flow, line, "cancel")) outcomes.add("cancelled");
  // Tries run out.
  if (hasText(flow, line, "code")) outcomes.add("refused");
  return outcomes;
}

/** Who types a code brings nothing else. */
function checkCodeEvent(
  { report }: Project,
  flow: Program["flow"],
  { payload = {}, optional = [] }: EventType["value"],
  event: string,
  at: JsonPath,
): void {
  const name = Object.keys(payload).find((one) => !optional.includes(one));
  if (name !== undefined)
    report.add(flow.file, [...at, "code"], "code-brings-nothing", { event, name }, { part: "key" });
}

/** A day is one that is asked as a day, and a time as a time. */
function checkLimit(
  { project, flow, scope }: Program,
  until: NonNullable<ProgramLine["until"]>,
  at: JsonPath,
): void {
  for (const [key, type, expected] of [
    ["day", "date", "un campo de fecha"],
    ["time", "time", "un campo de hora"],
  ] as const) {
    const rule = until[key];
    if (rule === undefined) continue;
    checkRule(project, flow.file, rule, [...at, key], scope);
    const path = isObject(rule) ? asText(rule["var"]) : undefined;
    const field = path === undefined ? undefined : flow.fields.get(path);
    const found = field && typeOf(project, field);
    if (found === undefined || found === type) continue;
    project.report.add(flow.file, [...at, key], "wrong-type", { expected, found: `"${path}"` });
  }
}
