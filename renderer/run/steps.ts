import {
  stepPath,
  tidyPath,
  type CompiledFlow,
  type CompiledStep,
  type Page,
  type RunState,
  type Words,
} from "../../schemas/engine/evaluate.ts";

/** The step of this id. @throws {Error} where the flow has none. */
export function stepOf(flow: CompiledFlow, id: string): CompiledStep {
  const step = flow.steps.find((one) => one.id === id);
  if (!step) throw new Error(`the flow has no step "${id}"`);
  return step;
}

/** What leads to a step: its path, with its anchor behind it. */
export function stepAddress(flow: CompiledFlow, route: string, id: string): string {
  const step = stepOf(flow, id);
  return stepPath(flow, route, step) + (step.anchor === undefined ? "" : `#${step.anchor}`);
}

/** The address of a last step that a screen of the brand is for; undefined where it stands with the flow's other steps. */
export function receiptAddress(page: Page, flow: CompiledFlow, id: string): string | undefined {
  const ends = flow.steps.find((step) => step.id === id)?.ends;
  return ends ? page.brand.screens.find(({ receipt }) => receipt?.flow === flow.flow)?.route : undefined;
}

/** The step whose anchor stands behind an address, e.g. `#confirmation`. */
export const stepAnchored = (flow: CompiledFlow, hash: string): CompiledStep | undefined =>
  flow.steps.find(({ anchor }) => anchor !== undefined && hash === `#${anchor}`);

/** The step that an address names, if it names one. */
export function stepAt(flow: CompiledFlow, route: string, path: string): CompiledStep | undefined {
  return flow.steps.find((step) => stepPath(flow, route, step) === tidyPath(path));
}

/** Whether a step may be drawn now. A run that is done shows its last step alone; without one only the first is open. */
export function stepIsOpen(flow: CompiledFlow, step: CompiledStep, run: RunState | null): boolean {
  if (!run) return flow.steps[0] === step && !step.ends;
  if (run.status === "done") return step.id === run.step;
  return !step.ends && (step.id === run.step || run.done.includes(step.id));
}

/** The step to go to where the one that was asked for is not open: the first that is not done. */
export const openStep = (flow: CompiledFlow, run: RunState | null): CompiledStep =>
  flow.steps.find((step) => step.id === run?.step) ?? flow.steps[0]!;

/** What a step is called where it does not stand over its page. */
export const stepName = ({ name, title }: CompiledStep): Words => name ?? title;

/** Letters of a title that are seen in tabs, bookmarks and lists. */
const maxTitle = 70;

/** A step before the title of its page, of which the last parts give way where both are too long: the brand first. */
export function titleOfStep(step: string, page: string): string {
  const parts = [step, ...page.split(" · ")];
  while (parts.length > 1 && parts.join(" · ").length > maxTitle) parts.pop();
  return parts.join(" · ");
}

/** Whether a step comes after another. */
function isAfter(flow: CompiledFlow, step: string, other: string): boolean {
  const ids = flow.steps.map(({ id }) => id);
  return ids.indexOf(step) > ids.indexOf(other);
}

/** The step that one goes back to: the last one before it on the way that can be opened. `way` is in order. */
export function stepBefore(
  flow: CompiledFlow,
  way: CompiledStep[],
  step: string,
  run: RunState | null,
): CompiledStep | undefined {
  return way.findLast((one) => isAfter(flow, step, one.id) && stepIsOpen(flow, one, run));
}

/**
 * Where Continuar leads from a step that was opened to change something: back to where the person came from, as long as
 * that is open; else to what has to be answered first. `next` is where it leads everybody else.
 */
export function stepAfterChange(
  flow: CompiledFlow,
  { from, next, back }: { from: string; next: string; back: string | undefined },
  run: RunState | null,
): { step: string; back?: string } {
  const there = flow.steps.find(({ id }) => id === back);
  const isOnTheWay = there !== undefined && isAfter(flow, next, from) && !isAfter(flow, next, there.id);
  if (!isOnTheWay || run?.status === "done") return { step: next };
  if (stepIsOpen(flow, there, run)) return { step: there.id };
  return { step: openStep(flow, run).id, back: there.id };
}
