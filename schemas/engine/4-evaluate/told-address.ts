/** What may be told of an address to whoever measures: a secret that stands in it is left out, its name stands there. */
import type { CompiledScreen } from "../types/index.ts";

type Shape = Pick<CompiledScreen, "route" | "routes" | "parameters" | "signIn" | "leaves" | "leavesNoSecret">;

/** Whether a parameter of a screen's route is a secret: it says so, or only those who are signed in see the page. */
const isSecret = ({ parameters = {}, signIn }: Shape, name: string): boolean =>
  (Object.hasOwn(parameters, name) ? parameters[name]!.secret : undefined) ?? signIn === true;

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** As a browser and a server compare it. What cannot be read is compared as it is. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}

/**
 * Whether a path is one of a route, or of a step there. Whether a pattern takes its values does not matter: a link that was
 * cut short has a secret still.
 */
const isOf = (route: string[], path: string[]): boolean =>
  (path.length === route.length || (path.length === route.length + 1 && route.length > 0)) &&
  route.every((part, at) => part.startsWith(":") || part.toLowerCase() === readable(path[at]!));

const routesOf = ({ route, routes = [] }: Shape): string[][] => [route, ...routes].map(partsOf);

/** A path as it may be told: `/documentos/{opportunity}`. Without a secret, the path itself. */
export function toldPath(screens: Shape[], path: string): string {
  const given = partsOf(path);
  for (const screen of screens) {
    for (const route of routesOf(screen)) {
      const isHidden = (part = ""): boolean => part.startsWith(":") && isSecret(screen, part.slice(1));
      if (!route.some(isHidden) || !isOf(route, given)) continue;
      return `/${given.map((part, at) => (isHidden(route[at]) ? `{${route[at]!.slice(1)}}` : part)).join("/")}`;
    }
  }
  return path;
}

/** Whether an address with this path may hold a secret, in it or in its query. */
export const holdsSecret = (screens: Shape[], path: string): boolean =>
  toldPath(screens, path) !== path ||
  screens.some(
    (screen) =>
      screen.leaves && !screen.leavesNoSecret && routesOf(screen).some((route) => isOf(route, partsOf(path))),
  );
