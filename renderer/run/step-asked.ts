import { generatePath } from "react-router";
import type { CompiledFlow, CompiledStep, Page } from "../../schemas/engine/evaluate.ts";
import { stepAt } from "./steps.ts";

/** The step that a page is asked for: by its address, or the last one, where the page is for what was sent. */
export function stepAsked(flow: CompiledFlow, page: Page, path: string): CompiledStep {
  const run = page.screen.receipt && page.flow?.run;
  const sent = run ? flow.steps.find((step) => step.id === run.step) : undefined;
  return sent ?? stepAt(flow, generatePath(page.screen.route, page.params), path) ?? flow.steps[0]!;
}
