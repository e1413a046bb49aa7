import { use, useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import {
  addressValue,
  headNow,
  prepareHead,
  screenInputs,
  type DataState,
  type Page,
  type PreparedHead,
} from "../../schemas/engine/evaluate.ts";
import { useFinderAnswers } from "../page/finder-answers.ts";
import { useSavedIds } from "../page/saved-lists.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { usePageQuery } from "../views/use-page-query.ts";

/** The page's title goes with what is chosen, where its screen says so. Draws nothing. */
export function FinderTitle({ page }: { page: Page }) {
  const outside = use(OutsideSite);
  const prepared = useMemo(() => prepareHead(page.screen), [page.screen]);
  if (!prepared.rules.title || outside !== undefined) return null;
  return <Reading page={page} prepared={prepared} names={prepared.rules.title.queries} data={{}} />;
}

interface ReadingProps {
  page: Page;
  prepared: PreparedHead;
  /** The queries that are not read yet. */
  names: string[];
  data: Record<string, Pick<DataState, "status" | "value">>;
}

/** Reads the queries of the rule, one after the other. */
function Reading({ names: [name, ...names], ...rest }: ReadingProps) {
  return name === undefined ? (
    <Title {...rest} />
  ) : (
    <ReadingOne {...rest} key={name} name={name} names={names} />
  );
}

function ReadingOne({ name, data, ...rest }: ReadingProps & { name: string }) {
  const { status, value } = usePageQuery(rest.page, name);
  return <Reading {...rest} data={{ ...data, [name]: { status, value } }} />;
}

function Title({ page, prepared, data }: Omit<ReadingProps, "names">) {
  const { screen, params, today } = page;
  const answers = useFinderAnswers();
  const savedIds = useSavedIds();
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  const sources = {
    today,
    route: params,
    address: (name: string) => addressValue(screen, name, asked.get(name) ?? undefined),
    answers,
    saved: (list: string) => savedIds[list] ?? [],
  };
  const inputs = screenInputs(prepared.queries, { ...sources, data: page.data ?? {} });
  const states = Object.entries(data).map(([name, known]): [string, DataState] => [
    name,
    { ...known, inputs: inputs[name] ?? {} },
  ]);
  // While something loads, the page is called as before.
  const isKnown = answers !== undefined && states.every(([, { status }]) => status === "ready");
  const now = isKnown ? headNow(prepared, { ...sources, data: Object.fromEntries(states) }) : undefined;
  useEffect(() => {
    if (now?.title !== undefined) document.title = now.title;
  }, [now?.title]);
  return null;
}
