import { use, useEffect } from "react";
import {
  plainWords,
  type CompiledFlow,
  type CompiledStep,
  type Page,
} from "../../schemas/engine/evaluate.ts";
import { useFlowDialog } from "../run/in-dialog.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { placeholdersIn } from "../run/filled-words.ts";
import { stepName, titleOfStep } from "../run/steps.ts";

/** Of a flow with several steps, the page's title says which one it is. What a person answered stays out of it. */
export function useStepTitle(page: Page, flow: CompiledFlow, step: CompiledStep): void {
  const name = stepName(step);
  const several = flow.steps.filter(({ ends }) => !ends).length > 1;
  const outside = use(OutsideSite);
  const dialog = useFlowDialog();
  const isNamed = several && !dialog && outside === undefined && placeholdersIn(name).length === 0;
  const title = isNamed ? titleOfStep(plainWords(name), page.screen.title) : undefined;
  useEffect(() => {
    if (title === undefined) return undefined;
    // After the title of the page itself, which those around this set.
    queueMicrotask(() => {
      document.title = title;
    });
    return () => {
      document.title = page.screen.title;
    };
  }, [title, page]);
}
