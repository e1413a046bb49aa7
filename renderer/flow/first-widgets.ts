import type { CompiledFlow, Page } from "../../schemas/engine/evaluate.ts";
import { stepAsked } from "../run/step-asked.ts";
import { loadWidgets } from "../widgets/lazy-widgets.ts";

/** Loads what the step needs that a page opens at. */
export const loadFirstWidgets = (flow: CompiledFlow, page: Page): Promise<void> =>
  loadWidgets(flow, stepAsked(flow, page, page.path).id);
