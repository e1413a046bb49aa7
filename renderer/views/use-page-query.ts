import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import useSWR from "swr";
import {
  addressValue,
  prepareScreen,
  screenInputs,
  type Answer,
  type DataState,
  type DataStatus,
  type Page,
} from "../../schemas/engine/evaluate.ts";
import { useHydrated } from "../page/device.ts";
import { useFinderAnswers } from "../page/finder-answers.ts";
import { useSavedIds } from "../page/saved-lists.ts";
import { freshMs, useRestored } from "../page/restored.ts";
import { answersFrom } from "../run/send.ts";
import { useRefreshPage } from "../run/use-refresh-page.ts";

/** What is known of a query of a page. */
export interface PageQuery {
  status: DataStatus;
  /** While it loads: what it gave before, if it gave something. */
  value?: unknown;
  retry(): void;
}

/** An answer in the cache. */
interface Kept {
  /** The inputs that it was given for, as JSON. */
  inputs: string;
  status: DataStatus;
  value?: unknown;
  /** When it came, in milliseconds of the page. */
  at: number;
}

const askServer = answersFrom();

/** Milliseconds in which a query is asked once, however often its inputs change. */
const restMs = 300;

const keptFrom = ({ status, value }: Pick<DataState, "status" | "value">, inputs: string): Kept => ({
  inputs,
  status,
  ...(value === undefined ? {} : { value }),
  at: performance.now(),
});

/** Names inputs, whatever their order. */
const nameOf = (inputs: Record<string, Answer>): string =>
  JSON.stringify(Object.entries(inputs).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The query of the address that a page reads: what an address says that there is not, the server has read. */
export function useReadSearch({ screen, search = "" }: Page): string {
  const here = useLocation().search;
  return useHydrated() && screen.answers !== 404 ? here : search;
}

/**
 * A query of the page: as it was drawn at first, and from then on as its inputs say. What came once is shown at once when
 * somebody goes back to it; what was shown stays while something else loads. What the page is not there without comes with
 * the page alone.
 */
export function usePageQuery(page: Page, name: string): PageQuery {
  const { screen, params, today, data = {}, revision } = page;
  const query = screen.data?.[name];
  if (!query) throw new Error(`the screen has no query "${name}"`);
  const drawn = data[name];
  const alive = useHydrated();
  const answers = useFinderAnswers();
  const savedIds = useSavedIds();
  const search = useReadSearch(page);
  const prepared = useMemo(() => prepareScreen(screen.data!), [screen.data]);
  const inputs = useMemo(() => {
    if (!alive || query.required) return undefined;
    const asked = new URLSearchParams(search);
    const address = (parameter: string) => addressValue(screen, parameter, asked.get(parameter) ?? undefined);
    const saved = (list: string) => savedIds[list] ?? [];
    return screenInputs(prepared, { today, route: params, address, answers, saved, data })[name];
  }, [alive, query.required, search, screen, prepared, today, params, answers, savedIds, data, name]);
  const wanted = inputs ? nameOf(inputs) : undefined;
  const rested = useRested(wanted);
  const drawnFor = drawn && drawn.status !== "idle" ? nameOf(drawn.inputs) : undefined;

  const seed = useMemo(
    () => (drawn && drawnFor !== undefined ? keptFrom(drawn, drawnFor) : undefined),
    [drawn, drawnFor],
  );
  const first = seed !== undefined && seed.inputs === rested ? seed : undefined;
  const ask = useCallback(
    async ([, , , , asked]: readonly string[]): Promise<Kept> => {
      const given = Object.fromEntries(JSON.parse(asked!) as [string, Answer][]);
      const reply = await askServer({ revision, screen: screen.screen, data: name, inputs: given });
      if (reply.kind !== "answer" || reply.data.status === "failed") throw new Error(`"${name}" has failed`);
      return keptFrom(reply.data, asked!);
    },
    [revision, screen.screen, name],
  );
  const key = rested === undefined ? null : (["data", revision, screen.screen, name, rested] as const);
  const {
    data: kept,
    error,
    isValidating,
    mutate,
  } = useSWR<Kept, unknown>(key, ask, {
    ...(first ? { fallbackData: first } : {}),
    keepPreviousData: true,
    revalidateIfStale: false,
    // Whoever comes back to the page sees what may be old by then, and what is asked for anew as soon as it is there.
    focusThrottleInterval: freshMs,
    shouldRetryOnError: false,
  });
  // What came with the page is as good as what was asked for, and no better than what was asked for since.
  useLayoutEffect(() => {
    if (first) void mutate((now) => (now && now.at > first.at ? now : first), { revalidate: false });
  }, [first, mutate]);
  const at = kept !== undefined && kept.inputs === rested ? kept.at : undefined;
  useEffect(() => {
    if (at !== undefined && performance.now() - at > freshMs) void mutate();
    // Only where somebody goes back to it, not whenever it grows old.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rested, mutate]);

  useRestored(() => {
    if (at === undefined || performance.now() - at > freshMs) void mutate();
  });

  const refreshPage = useRefreshPage();
  const retry = query.required ? refreshPage : () => void mutate();
  if (!alive || query.required) {
    return { status: drawn?.status ?? "loading", value: drawn?.value, retry };
  }
  if (inputs === null) return { status: "idle", retry };
  if (kept !== undefined && kept.inputs === wanted) return { status: kept.status, value: kept.value, retry };
  const hasFailed = error !== undefined && !isValidating && rested === wanted;
  if (hasFailed) return { status: "failed", retry };
  // Nobody knows yet what is asked, or it is what was drawn.
  const isAsDrawn = wanted === undefined || (rested === undefined && wanted === drawnFor);
  if (isAsDrawn && drawn) return { status: drawn.status, value: drawn.value, retry };
  // Who chooses before the page is hydrated has asked for nothing yet: what was drawn is what was shown last.
  return { status: "loading", value: (kept ?? drawn)?.value, retry };
}

/** A value that was the same for a moment: at once where it was before, later where it changes again and again. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  const changed = useRef(-Infinity);
  // Before what waits is painted: each frame until it is asked is one that somebody waits.
  useLayoutEffect(() => {
    const now = performance.now();
    const isCalm = now - changed.current > restMs;
    changed.current = now;
    if (isCalm) {
      setRested(() => value);
      return undefined;
    }
    const timer = setTimeout(() => setRested(() => value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
