import { useEffect } from "react";
import { useLocation } from "react-router";
import { searchOf, type Page } from "../../schemas/engine/evaluate.ts";
import { noteResults } from "../page/results-seen.ts";

/** Notes where results are seen, as they are chosen: what, in which order, which page of them, and nothing else. Draws nothing. */
export function NotedResults({ page: { screen } }: { page: Page }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const names = new Set([...Object.keys(screen.address ?? {}), ...Object.values(screen.bound ?? {})]);
    const chosen = [...new URLSearchParams(search)].filter(([name]) => names.has(name));
    noteResults(screen.route, pathname + searchOf(chosen));
  }, [screen, pathname, search]);
  return null;
}
