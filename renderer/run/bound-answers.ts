import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  boundAddress,
  boundAnswers,
  sameAnswer,
  type Answers,
  type Page,
  type PageAddress,
  type Prepared,
  type RunState,
} from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "./store.ts";

/** The answers that the path of a page gives: what the page is about, whatever was answered before. */
export function answersInPath(
  prepared: Prepared,
  { screen, params }: Pick<Page, "screen" | "params">,
): Answers {
  return boundAnswers(prepared, screen.bound ?? {}, (name) =>
    Object.hasOwn(params, name) ? [params[name]!] : [],
  );
}

/**
 * The answers that the address gives: those of its path that the run has otherwise, the one with which the first step is
 * done and those that leave it likewise, and of its query those for the fields that have none yet. What turns out not to
 * be offered, the engine clears.
 */
export function answersInAddress(
  store: FlowStore,
  page: Pick<Page, "screen" | "params">,
  search: string,
  run: RunState | null = null,
): Answers {
  const query = new URLSearchParams(search);
  const before = store.answers();
  const inPath = answersInPath(store.prepared, page);
  const given = boundAnswers(store.prepared, page.screen.bound ?? {}, (name) => query.getAll(name));
  const open = Object.entries({ ...given, ...inPath }).filter(([path, answer]) =>
    path in inPath || path === page.screen.continues || page.screen.leaves?.includes(path)
      ? !sameAnswer(run?.answers[path], answer)
      : before[path] === undefined,
  );
  return Object.fromEntries(open);
}

/** The address with the answers of these fields in it, and everything else as it was. */
export function withBoundAnswers(
  { path, search }: PageAddress,
  store: FlowStore,
  { screen, params }: Pick<Page, "screen" | "params">,
  isMeant: (path: string) => boolean = () => true,
): PageAddress {
  const bound = Object.fromEntries(Object.entries(screen.bound ?? {}).filter(([field]) => isMeant(field)));
  const shown = Object.keys(bound).filter((field) => !screen.leaves?.includes(field));
  const answers = Object.fromEntries(shown.map((field) => [field, store.leaf(field).value]));
  return boundAddress({ ...screen, bound }, answers, { path, search }, params);
}

const sameQuery = (one: string, other: string): boolean =>
  new URLSearchParams(one).toString() === new URLSearchParams(other).toString();

/** Whether two addresses are one, however they are written. */
export const sameAddress = (one: PageAddress, other: PageAddress): boolean =>
  one.path === other.path && sameQuery(one.search, other.search);

/** Keeps the answers of a step that belong in the address there; those in the route stay as they are. */
export function useBoundAddress(store: FlowStore, { screen, params }: Page, step: string): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  /** Where the page is: what settles as it is left is not written over where it went. */
  const here = useRef<string>(undefined);
  useLayoutEffect(() => {
    here.current = pathname;
    return () => void (here.current = undefined);
  }, [pathname]);
  useEffect(() => {
    // What leaves the address does so at whichever step it is read.
    const isHere = (path: string): boolean => path.startsWith(`${step}.`) || !!screen.leaves?.includes(path);
    const write = (): void => {
      if (here.current !== pathname) return;
      // The path says which step is shown.
      const { search: now } = withBoundAnswers({ path: pathname, search }, store, { screen, params }, isHere);
      if (sameQuery(now, search)) return;
      void navigate(pathname + now + hash, { replace: true, state: state as unknown });
    };
    const paths = Object.keys(screen.bound ?? {}).filter(isHere);
    // One that leads on is of the link by which somebody came.
    if (screen.continues !== undefined && isHere(screen.continues)) return undefined;
    // The run has read it: nobody reads it over a shoulder, and no history keeps it.
    if (screen.leaves) write();
    const stops = paths.map((path) => store.subscribe(path, write));
    return () => stops.forEach((stop) => stop());
  }, [store, screen, params, step, pathname, search, hash, state, navigate]);
}
