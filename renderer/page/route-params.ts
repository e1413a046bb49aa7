import { matchPath } from "react-router";
import { routeParameters, type CompiledScreen } from "../../schemas/engine/evaluate.ts";

/** The parameters that a path has by the routes of a screen; undefined where it is none of theirs. */
export function routeParams(
  screen: Pick<CompiledScreen, "route" | "routes" | "parameters">,
  path: string,
): Record<string, string> | undefined {
  for (const one of [screen.route, ...(screen.routes ?? [])]) {
    const found = matchPath({ path: one, end: true }, path);
    const params = found ? routeParameters(screen, found.params) : undefined;
    if (params) return params;
  }
  return undefined;
}
