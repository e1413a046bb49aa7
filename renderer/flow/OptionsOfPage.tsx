import { useEffect, useLayoutEffect } from "react";
import type { Page } from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "../run/store.ts";
import { usePageQuery } from "../views/use-page-query.ts";

/** The queries of the page that a finder takes options or answers from, each given on when it has come. Draws nothing. */
export const OptionsOfPage = ({ page, store }: { page: Page; store: FlowStore }) =>
  Object.entries(store.prepared.flow.data).map(
    ([name, query]) =>
      query.page !== undefined && (
        <Given key={name} page={page} store={store} name={name} query={query.page} />
      ),
  );

interface GivenProps {
  page: Page;
  store: FlowStore;
  /** What the flow calls it, and what the page does. */
  name: string;
  query: string;
}

function Given({ page, store, name, query }: GivenProps) {
  const { status, value, retry } = usePageQuery(page, query);
  useLayoutEffect(() => {
    // While something else loads, what was offered last is offered on; so is it where nothing comes.
    const isKnown = status === "ready" || status === "empty";
    const isFirst = store.data(name).value === undefined;
    if (isKnown || (status === "failed" && isFirst)) store.take(name, { status, value });
  }, [store, name, status, value]);
  useEffect(() => store.subscribe(`data.retry.${name}`, retry), [store, name, retry]);
  return null;
}
