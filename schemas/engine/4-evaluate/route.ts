import type { CompiledFlow, CompiledScreen, CompiledStep } from "../types/index.ts";

type Shape = Pick<CompiledScreen, "route" | "parameters">;

/** The names that a pattern gives to parts of a text. */
export const partsNamedIn = (pattern: string): string[] =>
  [...pattern.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name]) => name!);

/**
 * The parameters that a route found in an address, with the parts that their patterns name; undefined where they are none
 * that its screen takes.
 */
export function routeParameters(
  { parameters = {} }: Pick<Shape, "parameters">,
  given: Record<string, string | undefined>,
): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    if (text !== undefined) found[name] = text;
    if (!Object.hasOwn(parameters, name)) continue;
    const match = new RegExp(parameters[name]!.pattern, "u").exec(text ?? "");
    if (!match) return undefined;
    for (const [part, read] of Object.entries(match.groups ?? {})) if (read !== undefined) found[part] = read;
  }
  return found;
}

/** Whether the parameters that a route found in an address are such as its screen takes. Another route may have others. */
export const takesParameters = (
  screen: Pick<Shape, "parameters">,
  given: Record<string, string | undefined>,
): boolean => routeParameters(screen, given) !== undefined;

/** One form of each path: no slash at its end, and only one at its start, so that it names no other host. */
export function tidyPath(path: string): string {
  let end = path.length;
  // A pattern would take seconds for thousands of slashes before a letter.
  while (path[end - 1] === "/") end -= 1;
  return `/${path.slice(0, end).replace(/^[/\\]+/, "")}`;
}

/** Whether an address is a path of this site: no other host, no other scheme. */
export const isOwnPath = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** The path of a part that stands under another path. */
export const pathUnder = (path: string, part: string): string => `${path === "/" ? "" : path}/${part}`;

/** The path of a step: the first one has no part of its own. */
export const stepPath = (
  { steps }: Pick<CompiledFlow, "steps">,
  path: string,
  step: Pick<CompiledStep, "id" | "slug">,
): string => (steps[0]?.id === step.id ? path : pathUnder(path, step.slug));

/** Orders screens so that an address that is written out goes before one with parameters. */
export const byParameters = (one: Pick<Shape, "route">, other: Pick<Shape, "route">): number =>
  parametersIn(one) - parametersIn(other);

const parametersIn = ({ route }: Pick<Shape, "route">): number => route.split("/:").length;

/** What stands behind `#` in the address that takes a run to another device, before its token: no server ever sees it. */
export const handoffAnchor = "seguir=";
