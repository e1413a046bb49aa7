import { useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { boundAnswers, fieldAt, sameAnswer, type Page } from "../../schemas/engine/evaluate.ts";
import { selfNavigation, isSelfNavigation } from "../page/self-navigation.ts";
import { withBoundAnswers } from "../run/bound-answers.ts";
import type { FlowStore } from "../run/store.ts";

/** Types that are answered letter by letter: not each one is a place to go back to. */
const typedLetterByLetter = new Set(["text", "number", "money"]);

/**
 * Keeps what is chosen in a finder and its address the same, both ways: a choice is a place to go back to, and whoever
 * goes back or follows a link finds the choices of that address. What is not offered leaves the address.
 */
export function useFinderAddress(store: FlowStore, { screen, params }: Page): void {
  const navigate = useNavigate();
  const how = useNavigationType();
  const { pathname, search, hash, state } = useLocation();
  const bound = useMemo(
    () => Object.entries(screen.bound ?? {}).filter(([, name]) => !Object.hasOwn(params, name)),
    [screen, params],
  );
  /** The query now: what was written in this moment may not be drawn yet. */
  const now = useRef(search);
  const reading = useRef(false);
  const place = useRef({ pathname, hash });
  place.current = { pathname, hash };

  useLayoutEffect(() => {
    const write = (paths: string[], made: boolean): void => {
      const next = withBoundAnswers(now.current, store, bound);
      if (new URLSearchParams(next).toString() === new URLSearchParams(now.current).toString()) return;
      now.current = next;
      const isTyped = paths.some((path) =>
        typedLetterByLetter.has(fieldAt(store.prepared, path)?.type ?? ""),
      );
      void navigate(place.current.pathname + next + place.current.hash, {
        ...selfNavigation,
        replace: !made || reading.current || isTyped,
      });
    };
    return store.onEdit(write);
  }, [store, bound, navigate]);

  const isOurs = isSelfNavigation(how, state);
  useLayoutEffect(() => {
    if (isOurs) return;
    now.current = search;
    const query = new URLSearchParams(search);
    const given = boundAnswers(store.prepared, Object.fromEntries(bound), (name) => query.getAll(name));
    const before = store.answers();
    const changes = bound.filter(([path]) => !sameAnswer(before[path], given[path]));
    reading.current = true;
    // With nothing to change, what the address has beside it is told to leave all the same.
    store.setMany(Object.fromEntries(changes.map(([path]) => [path, given[path]])));
    reading.current = false;
    const next = withBoundAnswers(search, store, bound);
    if (new URLSearchParams(next).toString() === query.toString()) return;
    now.current = next;
    void navigate(pathname + next + hash, { ...selfNavigation, replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, bound, search, isOurs]);
}
