import { useLocation } from "react-router";
import { boundAddress, searchOf, type Page } from "../../schemas/engine/evaluate.ts";
import { routeParams } from "./route-params.ts";

/** The address of a page with another value of a parameter, or without it. What `drops` names leaves with it. */
export function useParameterAddress(): (name: string, value: string | undefined, drops?: string[]) => string {
  const { pathname, search } = useLocation();
  return (name, value, drops = []) => {
    const query = new URLSearchParams(search);
    for (const one of drops) query.delete(one);
    if (value === undefined) query.delete(name);
    else query.set(name, value);
    return pathname + searchOf(query);
  };
}

/** The parameters of a screen that say the page of results: another choice begins with the first one. */
export const pageParameters = ({ address = {} }: Page["screen"]): string[] =>
  Object.entries(address).flatMap(([name, one]) => ("page" in one ? [name] : []));

/** The address of a page with nothing chosen. */
export function useClearedAddress({ screen }: Page): string {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  for (const name of pageParameters(screen)) query.delete(name);
  const here = { path: pathname, search: searchOf(query) };
  const { path, search: left } = boundAddress(screen, {}, here, routeParams(screen, pathname) ?? {});
  return path + left;
}
