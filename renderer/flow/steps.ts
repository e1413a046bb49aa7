import type { CompiledFlow, CompiledStep, RunState } from "../../schemas/engine/evaluate.ts";

/** The address of a step: the first one has no segment of its own. */
export function stepPath(flow: CompiledFlow, route: string, id: string): string {
  const index = flow.steps.findIndex((step) => step.id === id);
  if (index < 0) throw new Error(`the flow has no step "${id}"`);
  return index === 0 ? route : `${route === "/" ? "" : route}/${flow.steps[index]!.slug}`;
}

/** The step that an address names, if it names one. */
export function stepAt(flow: CompiledFlow, route: string, path: string): CompiledStep | undefined {
  return flow.steps.find((step) => stepPath(flow, route, step.id) === trimmed(path));
}

const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") : path);

/** Whether a step may be drawn now. A run that is done shows its last step alone; without one only the first is open. */
export function stepIsOpen(flow: CompiledFlow, step: CompiledStep, run: RunState | null): boolean {
  if (!run) return flow.steps[0] === step && !step.ends;
  if (run.status === "done") return step.id === run.step;
  return !step.ends && (step.id === run.step || run.done.includes(step.id));
}

/** The step to go to where the one that was asked for is not open: the first that is not done. */
export const openStep = (flow: CompiledFlow, run: RunState | null): CompiledStep =>
  flow.steps.find((step) => step.id === run?.step) ?? flow.steps[0]!;
