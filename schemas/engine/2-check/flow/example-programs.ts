import { eventOutcomes } from "../programs/awaits.ts";
import { awaitsOf, type Await } from "../project/awaits.ts";
import type { AcceptedPart, WrittenExampleEvent } from "../../types/index.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { callNamed } from "../project/call-values.ts";
import { callNames } from "../services/calls.ts";
import { nearest } from "../report/nearest.ts";
import type { Example, Flow, Project } from "../project/project.ts";
import { listed } from "../report/values.ts";

/** Whether a flow has a step of this name, which somebody names at `at`. */
export function checkStep(
  { report }: Project,
  flow: Flow,
  file: ReadFile,
  step: string,
  at: JsonPath,
): boolean {
  const known = flow.steps.map(({ id }) => id);
  if (known.includes(step)) return true;
  report.add(file, at, "unknown-step", { flow: flow.id, step }, { suggestion: nearest(step, known) });
  return false;
}

/** Whether there are the calls that an example names, by the keys of an object. */
export function checkCallsAt(project: Project, file: ReadFile, at: JsonPath, named: object = {}): void {
  const calls = callNames(project);
  for (const call of Object.keys(named)) {
    const [service = ""] = call.split(".");
    if (callNamed(project, call) || project.isUnresolved("service", service)) continue;
    const suggestion = nearest(call, calls);
    project.report.add(file, [...at, call], "unknown-call", { call }, { part: "key", suggestion });
  }
}

/** Checks that what an example says of a program is what the program can come to: its calls, its waits, how these end. */
export function checkExampleProgram(project: Project, flow: Flow, { file, value }: Example): void {
  const { report } = project;
  const expect = value.expect ?? {};
  const outcome = expect.outcome ?? {};
  if (!("program" in value)) return;
  const program = value.program ?? {};
  const step = String(program.step);
  if (typeof outcome.go === "string") {
    checkStep(project, flow, file, outcome.go, ["expect", "outcome", "go"]);
  }
  if (!checkStep(project, flow, file, step, ["program", "step"])) return;
  checkCallsAt(project, file, ["program", "calls"], program.calls);
  const waits = awaitsOf(flow).filter((one) => one.step.id === step);
  const waitAt = (name: string | undefined, at: JsonPath): Await | undefined => {
    const found = waits.find(({ as }) => as === name);
    const names = waits.map(({ as }) => as);
    const wait = String(name);
    const has = names.length > 0 ? `espera ${listed(names)}` : "no espera nada";
    if (!found)
      report.add(file, at, "unknown-wait", { step, wait, has }, { suggestion: nearest(wait, names) });
    return found;
  };
  if ("wait" in outcome) waitAt(outcome.wait, ["expect", "outcome", "wait"]);
  for (const [index, event] of (program.events ?? []).entries()) {
    const at = ["program", "events", index];
    const wait = waitAt(event.wait, [...at, "wait"]);
    if (wait) checkEvent(project, flow, file, { event, wait, at });
  }
}

/** Whether a wait can end so, and whether its event has what comes. */
function checkEvent(
  project: Project,
  flow: Flow,
  file: ReadFile,
  { event, wait, at }: { event: AcceptedPart<WrittenExampleEvent>; wait: Await; at: JsonPath },
): void {
  const { report } = project;
  const name = String(wait.line.await);
  const outcomes = eventOutcomes(project, flow, wait.line);
  if (!outcomes) return;
  const outcome = String(event.outcome);
  if (!outcomes.has(outcome)) {
    const values = { wait: wait.as, outcome, allowed: listed(outcomes) };
    report.add(file, [...at, "outcome"], "unknown-outcome", values, {
      suggestion: nearest(outcome, outcomes),
    });
  }
  const payload = Object.keys(project.events.get(name)?.value.payload ?? {});
  for (const key of Object.keys(event.data ?? {})) {
    if (payload.includes(key)) continue;
    const allowed = payload.length > 0 ? listed(payload) : "nada";
    const suggestion = nearest(key, payload);
    report.add(
      file,
      [...at, "data", key],
      "unknown-payload",
      { event: name, key, allowed },
      { part: "key", suggestion },
    );
  }
}
