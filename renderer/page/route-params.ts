import { matchPath } from "react-router";
import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";

/** The parameters that a path has by the routes of a screen; undefined where it is none of theirs. */
export function routeParams(
  { route, routes = [] }: Pick<CompiledScreen, "route" | "routes">,
  path: string,
): Record<string, string> | undefined {
  for (const one of [route, ...routes]) {
    const found = matchPath({ path: one, end: true }, path);
    if (found) return found.params as Record<string, string>;
  }
  return undefined;
}
