import { useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { boundAnswers, fieldAt, sameAnswer, type Page } from "../../schemas/engine/evaluate.ts";
import { routeParams } from "../page/route-params.ts";
import { selfNavigation, isSelfNavigation } from "../page/self-navigation.ts";
import { sameAddress, withBoundAnswers } from "../run/bound-answers.ts";
import type { FlowStore } from "../run/store.ts";

/** Types that are answered letter by letter: not each one is a place to go back to. */
const typedLetterByLetter = new Set(["text", "number", "money"]);

/**
 * Keeps what is chosen in a finder and its address the same, both ways: a choice is a place to go back to, and whoever
 * goes back or follows a link finds the choices of that address. What is not offered leaves the address.
 */
export function useFinderAddress(store: FlowStore, { screen }: Page): void {
  const navigate = useNavigate();
  const how = useNavigationType();
  const { pathname, search, hash, state } = useLocation();
  const bound = useMemo(() => screen.bound ?? {}, [screen]);
  /** The address now: what was written in this moment may not be drawn yet. */
  const now = useRef({ path: pathname, search });
  const reading = useRef(false);
  const place = useRef({ pathname, hash });
  place.current = { pathname, hash };

  useLayoutEffect(() => {
    const write = (paths: string[], made: boolean): void => {
      if (!paths.some((path) => Object.hasOwn(bound, path))) return;
      // Who is on the way to another page is not called back.
      if (!routeParams(screen, place.current.pathname)) return;
      const next = addressNow(store, screen, now.current, !reading.current);
      if (sameAddress(next, now.current)) return;
      now.current = next;
      const isTyped = paths.some((path) =>
        typedLetterByLetter.has(fieldAt(store.prepared, path)?.type ?? ""),
      );
      void navigate(next.path + next.search + place.current.hash, {
        ...selfNavigation,
        replace: !made || reading.current || isTyped,
      });
    };
    return store.onEdit(write);
  }, [store, screen, bound, navigate]);

  const isOurs = isSelfNavigation(how, state);
  useLayoutEffect(() => {
    const params = routeParams(screen, pathname);
    if (isOurs || !params) return;
    const here = { path: pathname, search };
    now.current = here;
    const query = new URLSearchParams(search);
    const given = boundAnswers(store.prepared, bound, (name) =>
      Object.hasOwn(params, name) ? [params[name]!] : query.getAll(name),
    );
    const before = store.answers();
    const changes = Object.keys(bound).filter((path) => !sameAnswer(before[path], given[path]));
    reading.current = true;
    // With nothing to change, what the address has beside it is told to leave all the same.
    store.setMany(Object.fromEntries(changes.map((path) => [path, given[path]])));
    reading.current = false;
    const next = addressNow(store, screen, here, false);
    if (sameAddress(next, here)) return;
    now.current = next;
    void navigate(next.path + next.search + hash, { ...selfNavigation, replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, screen, bound, pathname, search, isOurs]);
}

/** The address for the answers now. Where they were changed on the page, what belonged to the ones before leaves it. */
function addressNow(
  store: FlowStore,
  screen: Page["screen"],
  { path, search }: { path: string; search: string },
  isChanged: boolean,
): { path: string; search: string } {
  const query = new URLSearchParams(search);
  if (isChanged)
    for (const [name, one] of Object.entries(screen.address ?? {})) if ("page" in one) query.delete(name);
  return withBoundAnswers({ path, search: query.size === 0 ? "" : `?${query}` }, store, {
    screen,
    params: routeParams(screen, path) ?? {},
  });
}
