import { use, useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import {
  addressValue,
  headNow,
  prepareHead,
  screenInputs,
  type DataState,
  type Page,
} from "../../schemas/engine/evaluate.ts";
import { useFinderAnswers } from "../page/finder-answers.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { usePageQuery } from "../views/use-page-query.ts";

/** The page's title goes with what is chosen, where its screen says so. Draws nothing. */
export function FinderTitle({ page }: { page: Page }) {
  const outside = use(OutsideSite);
  return page.screen.head?.title === undefined || outside !== undefined ? null : <Title page={page} />;
}

function Title({ page }: { page: Page }) {
  const { screen, params, today } = page;
  const answers = useFinderAnswers();
  const { search } = useLocation();
  const prepared = useMemo(() => prepareHead(screen), [screen]);
  const data = Object.fromEntries(
    // The queries of a screen are the same ones as long as it is drawn.
    (prepared.rules.title?.queries ?? []).map((name) => [name, usePageQuery(page, name)] as const),
  );
  const asked = new URLSearchParams(search);
  const sources = {
    today,
    route: params,
    address: (name: string) => addressValue(screen, name, asked.get(name) ?? undefined),
    answers,
  };
  const inputs = screenInputs(prepared.queries, { ...sources, data: page.data ?? {} });
  const states = Object.entries(data).map(([name, { status, value }]): [string, DataState] => [
    name,
    { status, value, inputs: inputs[name] ?? {} },
  ]);
  const isKnown = answers !== undefined && states.every(([, { status }]) => status === "ready");
  const now = isKnown ? headNow(prepared, { ...sources, data: Object.fromEntries(states) }) : undefined;
  const title = now?.title;
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  return null;
}
