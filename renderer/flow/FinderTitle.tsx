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

interface FinderTitleProps {
  page: Page;
  /** Hears what stands over the finder; undefined for the title of its step. */
  onHeading(heading: string | undefined): void;
}

/** The page's title and heading go with what is chosen, where its screen says so. Draws nothing. */
export function FinderTitle({ page, onHeading }: FinderTitleProps) {
  const outside = use(OutsideSite);
  const prepared = useMemo(() => prepareHead(page.screen), [page.screen]);
  const { heading, title } = prepared.rules;
  if (!title || outside !== undefined) return null;
  const names = [...new Set([...(heading?.queries ?? []), ...title.queries])];
  return <Reading page={page} onHeading={onHeading} prepared={prepared} names={names} data={{}} />;
}

interface ReadingProps extends FinderTitleProps {
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

function Title({ page, onHeading, prepared, data }: Omit<ReadingProps, "names">) {
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
    if (now?.title === undefined) return;
    document.title = now.title;
    onHeading(now.heading);
  }, [now?.title, now?.heading, onHeading]);
  return null;
}
