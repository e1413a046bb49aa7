import { generatePath, useLocation } from "react-router";
import { tidyPath, type Page } from "../../schemas/engine/evaluate.ts";

/** A part of a page that may be shown at some steps of its flow alone. */
interface AtStep {
  step?: "first" | "later";
}

/** Tells which parts of a page are shown at the step that its address names: the first one has the page's own. */
export function useIsShownAtStep({ screen, params }: Page): (part: AtStep) => boolean {
  const { pathname } = useLocation();
  const now = tidyPath(pathname) === generatePath(screen.route, params) ? "first" : "later";
  return ({ step }) => step === undefined || step === now;
}
