import { createContext, use } from "react";
import { generatePath } from "react-router";
import { stepPath, type CompiledFlow, type Page } from "../../schemas/engine/evaluate.ts";
import { stepOf } from "./steps.ts";

/** The page on which a flow is drawn: its brand and its day. */
export const PageContext = createContext<Page | null>(null);

export function useFlowPage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error("a part of a flow is drawn without its page");
  return page;
}

/** The address of a step of the flow on its page. */
export function useStepPath(flow: CompiledFlow, step: string): string {
  const { screen, params } = useFlowPage();
  return stepPath(flow, generatePath(screen.route, params), stepOf(flow, step));
}
