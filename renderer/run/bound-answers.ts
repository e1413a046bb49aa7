import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { boundAnswers, type Answers, type Page } from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "./store.ts";

/**
 * The answers that the address gives, for the fields that have none yet. What turns out not to be offered, the engine
 * clears.
 */
export function answersInAddress(
  store: FlowStore,
  { screen, params }: Pick<Page, "screen" | "params">,
  search: string,
): Answers {
  const query = new URLSearchParams(search);
  const before = store.answers();
  const given = boundAnswers(store.prepared, screen.bound ?? {}, (name) =>
    Object.hasOwn(params, name) ? [params[name]!] : query.getAll(name),
  );
  return Object.fromEntries(Object.entries(given).filter(([path]) => before[path] === undefined));
}

/** The query with the answers of these fields in it, and everything else as it was. */
export function withBoundAnswers(
  search: string,
  store: FlowStore,
  bound: [path: string, name: string][],
): string {
  const query = new URLSearchParams(search);
  for (const [path, name] of bound) {
    const { value } = store.leaf(path);
    const texts = Array.isArray(value) ? value : value === undefined ? [] : [String(value)];
    if (texts.join("\0") === query.getAll(name).join("\0")) continue;
    const [first, ...others] = texts;
    // In its place among the others.
    if (first === undefined) query.delete(name);
    else query.set(name, first);
    for (const text of others) query.append(name, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Keeps the answers of a step that belong in the address there; those in the route stay as they are. */
export function useBoundAddress(store: FlowStore, { screen, params }: Page, step: string): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  useEffect(() => {
    const bound = Object.entries(screen.bound ?? {}).filter(
      ([path, name]) => path.startsWith(`${step}.`) && !Object.hasOwn(params, name),
    );
    const write = (): void => {
      const now = withBoundAnswers(search, store, bound);
      if (new URLSearchParams(now).toString() === new URLSearchParams(search).toString()) return;
      void navigate(pathname + now + hash, { replace: true, state: state as unknown });
    };
    const stops = bound.map(([path]) => store.subscribe(path, write));
    return () => stops.forEach((stop) => stop());
  }, [store, screen, params, step, pathname, search, hash, state, navigate]);
}
