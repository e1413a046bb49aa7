import { innerPrograms } from "../project/awaits.ts";
import type { Flow, ProgramLine } from "../project/project.ts";

/** Names that the programs of a flow leave anywhere; a call's also with `()`. */
export const allResults = (flow: Flow): ReadonlySet<string> =>
  known(flow, "all", () => resultsOf(flow, Infinity, () => true));

/**
 * Those that are there when a step is asked: what programs of steps before it set, and what the buttons of dialogs set
 * that these steps or this one open. What a call gave is read by the program that made it, and kept by `set` alone.
 */
export const resultsBefore = (flow: Flow, step: number): ReadonlySet<string> =>
  known(flow, `before ${step}`, () => resultsOf(flow, step, () => false));

/** Those that are there while a step's own program runs, or its mails are filled: its calls' too. */
export const resultsDuring = (flow: Flow, step: number): ReadonlySet<string> =>
  step === Infinity
    ? allResults(flow)
    : known(flow, `during ${step}`, () => resultsOf(flow, step + 1, (index) => index === step));

/** Those that are there when a dialog is opened, wherever it is: what is left after the line that opens it is not. */
export const resultsAtDialog = (flow: Flow, dialog: string): ReadonlySet<string> =>
  known(flow, `at ${dialog}`, () => {
    const [first, ...others] = openingsOf(flow, dialog);
    // One that nothing opens is told of as that.
    if (!first) return new Set(allResults(flow));
    return new Set([...first.results].filter((name) => others.every(({ results }) => results.has(name))));
  });

/** The first step whose program opens a dialog; what is answered later may be absent then. */
export const stepOfDialog = (flow: Flow, dialog: string): number =>
  openingsOf(flow, dialog)[0]?.step ?? Infinity;

/** Each rule and text of a flow asks for them. */
const ofFlows = new WeakMap<Flow, Map<string, Set<string>>>();

function known(flow: Flow, which: string, find: () => Set<string>): Set<string> {
  const ofFlow = ofFlows.get(flow) ?? new Map<string, Set<string>>();
  ofFlows.set(flow, ofFlow);
  const found = ofFlow.get(which) ?? find();
  ofFlow.set(which, found);
  return found;
}

/** The names that a line leaves; with `calls`, that of what it calls too. */
const leftBy = ({ as, set, ...rest }: ProgramLine, calls: boolean): string[] => {
  const called = !calls || as === undefined ? [] : "await" in rest ? [as] : [as, `${as}()`];
  return [...called, ...Object.keys(set ?? {})];
};

function resultsOf(flow: Flow, before: number, readsCalls: (step: number) => boolean): Set<string> {
  const names = new Set<string>();
  const opened = new Set<string>();
  const visit = (lines: ProgramLine[] = [], counts: boolean, calls: boolean): void => {
    for (const line of lines) {
      if (line.dialog !== undefined) opened.add(line.dialog);
      for (const inner of innerPrograms(line)) visit(inner, counts, calls);
      if (counts) for (const name of leftBy(line, calls)) names.add(name);
    }
  };
  for (const step of flow.steps) {
    if (step.index <= before) {
      visit(step.value.onContinue, step.index < before, readsCalls(step.index));
    }
  }
  for (const [id, dialog] of Object.entries(flow.value.dialogs ?? {})) {
    if (before !== Infinity && !opened.has(id)) continue;
    for (const button of Object.values(dialog.buttons ?? {})) {
      visit(button.onPress, true, false);
    }
  }
  return names;
}

/** Where a dialog is opened, and what is there then. */
interface Opening {
  step: number;
  results: Set<string>;
}

/** In the order of the steps. */
function openingsOf(flow: Flow, dialog: string): Opening[] {
  return flow.steps.flatMap(({ index, value }) => {
    const names = new Set(resultsBefore(flow, index));
    const visit = (lines: ProgramLine[] = []): Opening[] =>
      lines.flatMap((line) => {
        const own = line.dialog === dialog ? [{ step: index, results: new Set(names) }] : [];
        for (const name of leftBy(line, true)) names.add(name);
        return [...own, ...innerPrograms(line).flatMap((inner) => visit(inner))];
      });
    return visit(value.onContinue);
  });
}
