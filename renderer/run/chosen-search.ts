import { use } from "react";
import { useLocation } from "react-router";
import { boundAddress } from "../../schemas/engine/evaluate.ts";
import { PageContext } from "./page-context.ts";
import { useFinderAnswers } from "../page/finder-answers.ts";

/** The query of the page's address with all that is chosen on the page, before it is written there as well. */
export function useChosenSearch(): string {
  const { pathname, search } = useLocation();
  const page = use(PageContext);
  const answers = useFinderAnswers();
  if (!page || !answers) return search;
  return boundAddress(page.screen, answers, { path: pathname, search }, page.params).search;
}
