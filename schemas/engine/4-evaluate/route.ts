import type { CompiledScreen } from "../types/index.ts";

type Shape = Pick<CompiledScreen, "route" | "parameters">;

/** Whether the parameters that a route found in an address are such as its screen takes. Another route may have others. */
export const takesParameters = (
  { parameters = {} }: Pick<Shape, "parameters">,
  given: Record<string, string | undefined>,
): boolean =>
  Object.entries(given).every(
    ([name, text]) =>
      !Object.hasOwn(parameters, name) || new RegExp(parameters[name]!.pattern, "u").test(text ?? ""),
  );

/** Orders screens so that an address that is written out goes before one with parameters. */
export const byParameters = (one: Pick<Shape, "route">, other: Pick<Shape, "route">): number =>
  parametersIn(one) - parametersIn(other);

const parametersIn = ({ route }: Pick<Shape, "route">): number => route.split("/:").length;

/** What stands behind `#` in the address that takes a run to another device, before its token: no server ever sees it. */
export const handoffAnchor = "seguir=";
