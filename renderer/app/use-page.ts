import { useEffect, useState } from "react";
import { useLocation, useNavigate, type Location } from "react-router";
import useSWR from "swr";
import { isOwnPath, type Page } from "../../schemas/engine/evaluate.ts";
import { freshMs, useRestored } from "../page/restored.ts";
import type { NavigationState } from "../run/navigation-state.ts";
import { useRefreshPage } from "../run/use-refresh-page.ts";
import { belongs, loadPage, turn, type DrawnPage } from "../run/load-page.ts";
import type { LoadResources } from "../run/resources.ts";

const visits = new WeakMap<Location, number>();
let lastVisit = 0;

/** A number of its own for each time that somebody comes to a place, going back to it included. */
function visitOf(location: Location): number {
  const visit = visits.get(location) ?? ++lastVisit;
  visits.set(location, visit);
  return visit;
}

export interface CurrentPage extends DrawnPage {
  loading: boolean;
  failed: boolean;
  /** The server's words for what is not there. */
  refusal?: string;
  retry(): void;
}

/**
 * The page for the address that the person is at. Steps of one flow need nothing from the server. Another page is fetched
 * while the one before stays; its state is never taken from a cache, because a run may have moved on.
 */
export function usePage(first: DrawnPage, load: LoadResources): CurrentPage {
  const location = useLocation();
  const navigate = useNavigate();
  const arrival = (location.state as NavigationState | null)?.anew;
  const [drawn, setDrawn] = useState(() => ({ ...first, at: location, arrival, since: performance.now() }));
  const settled =
    drawn.at === location ||
    (belongs(drawn.page, location.pathname) &&
      drawn.page.screen.answers < 400 &&
      (arrival === undefined || arrival === drawn.arrival));
  const { data, error, isValidating, mutate } = useSWR(
    settled ? null : ["page", location.pathname, location.search, visitOf(location)],
    async ([, path, query]) => turn.over(await loadPage(path, query, load)),
    { revalidateOnFocus: false, revalidateOnReconnect: true, shouldRetryOnError: false, dedupingInterval: 0 },
  );
  const apart = !settled && data?.page !== undefined && !fits(data.page, first.page);
  useEffect(() => {
    if (apart) globalThis.location.reload();
  }, [apart]);
  if (!settled && data?.page && !apart) {
    const since = performance.now();
    setDrawn({ page: data.page, resources: data.resources, at: location, arrival, since });
  }
  // Whether the page is there at all, nobody knew in time: it is asked for once more, and the answer waited for.
  const { awaits } = drawn.page;
  const refresh = useRefreshPage();
  useEffect(() => {
    if (!awaits) return;
    refresh();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [awaits]);
  useRestored(() => {
    const { unavailable, screen } = drawn.page;
    // What comes with the page alone grows old with it.
    const isAboutSomething = Object.values(screen.data ?? {}).some(({ required }) => required);
    if (unavailable || (isAboutSomething && performance.now() - drawn.since > freshMs)) refresh();
  });
  const redirect = settled ? undefined : data?.redirect;
  useEffect(() => {
    if (redirect === undefined || !isOwnPath(redirect)) return;
    void navigate(redirect, { replace: true });
  }, [redirect, navigate]);
  return {
    page: drawn.page,
    resources: drawn.resources,
    loading: !settled && (isValidating || apart),
    failed: !settled && error !== undefined && !isValidating,
    ...(settled || data?.refusal === undefined ? {} : { refusal: data.refusal }),
    retry: () => void mutate(),
  };
}

/**
 * Whether a page can be drawn in the document of another: that lets in all that the page needs, and nothing that measures
 * where the page has none.
 */
const fits = ({ lets = [] }: Page, { lets: there = [] }: Page): boolean =>
  lets.every((one) => there.includes(one)) && lets.includes("tags") === there.includes("tags");
