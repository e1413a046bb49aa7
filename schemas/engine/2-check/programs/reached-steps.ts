import type { JsonPath } from "../../1-read/locate.ts";
import { leaves } from "./programs.ts";
import { innerPrograms } from "../project/awaits.ts";
import { typeOf, type Flow, type Project, type Step, type ProgramLine } from "../project/project.ts";

/** All lines of a program, those for a call that fails and of branches too. */
const linesOf = (lines: ProgramLine[] = []): ProgramLine[] =>
  lines.flatMap((line) => [line, ...innerPrograms(line).flatMap(linesOf)]);

/** What the button of a step does, and the buttons of the dialogs that it opens. */
function linesFrom(flow: Flow, step: Step): ProgramLine[] {
  const own = linesOf(step.value.onContinue);
  const dialogs = own.flatMap((line) => line.dialog ?? []);
  return [
    ...own,
    ...dialogs.flatMap((id) =>
      Object.values(flow.value.dialogs?.[id]?.buttons ?? {}).flatMap((button) => linesOf(button.onPress)),
    ),
  ];
}

/** The step at a place, and where it may be hidden, those that are shown in its stead. */
function shownFrom(flow: Flow, index: number): Step[] {
  const rest = flow.steps.slice(index);
  const last = rest.findIndex(({ value }) => !("visibleWhen" in value) && !("onlyFor" in value));
  return last === -1 ? rest : rest.slice(0, last + 1);
}

function nextOf(flow: Flow, step: Step): Step[] {
  if (step.value.ends === true) return [];
  const last = (step.value.onContinue ?? []).at(-1);
  const goesOn = last && leaves(flow, last) ? [] : shownFrom(flow, step.index + 1);
  const named = linesFrom(flow, step).flatMap((line) => {
    const id = line.go;
    // An address may be that of a step of this flow.
    const slug = line.redirect?.split(/[?#]/)[0]?.split("/").at(-1);
    return flow.steps.filter((one) => one.id === id || (one.value.slug ?? one.id) === slug);
  });
  return [...goesOn, ...named.flatMap(({ index }) => shownFrom(flow, index))];
}

/** Whether a step leads where it is not known: because of a mistake there, or to a name that is not there. */
const isUnresolved = ({ report }: Project, flow: Flow): boolean =>
  report.isInvalid(flow.file, ["steps"]) ||
  report.isInvalid(flow.file, ["dialogs"]) ||
  Object.keys(flow.value.dialogs ?? {}).some((id) => report.isInvalid(flow.file, ["dialogs", id])) ||
  flow.steps.some(
    (step) =>
      report.isInvalid(flow.file, step.at) ||
      report.isInvalid(flow.file, [...step.at, "onContinue"]) ||
      linesFrom(flow, step).some(
        ({ go, dialog }) =>
          (go !== undefined && !flow.steps.some(({ id }) => id === go)) ||
          (dialog !== undefined && !Object.hasOwn(flow.value.dialogs ?? {}, dialog)),
      ),
  );

/** Points at steps that nothing leads to, and at the end of a flow that stores nothing of what it asks. */
export function checkReached(project: Project, flow: Flow): void {
  const { report } = project;
  const [first] = flow.steps;
  if (!first || flow.value.finder === true || isUnresolved(project, flow)) return;
  const reached = new Set([first]);
  // A set that grows is gone through to its new end.
  for (const step of reached) for (const next of nextOf(flow, step)) reached.add(next);
  for (const step of flow.steps) {
    if (reached.has(step)) continue;
    report.add(flow.file, step.at, "unreached-step", { step: step.id }, { part: "key" });
  }
  checkSubmitted(project, flow);
}

function checkSubmitted(project: Project, flow: Flow): void {
  const asks = [...flow.fields.values()].some((field) => typeOf(project, field) !== "display");
  const leadsOn = (lines: ProgramLine[] = []): boolean =>
    lines.some((line) => "begin" in line || ("redirect" in line && line.when === undefined));
  const submits = flow.steps.some((step) => linesOf(step.value.onContinue).some((line) => "submit" in line));
  if (!asks || submits || flow.steps.some((step) => leadsOn(step.value.onContinue))) return;
  const final = flow.steps.find(({ value }) => value.ends === true);
  if (!final) return;
  const at: JsonPath = [...final.at, "ends"];
  project.report.add(flow.file, at, "never-submitted", { flow: flow.id, step: final.id }, { part: "key" });
}
