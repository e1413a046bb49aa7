import { useLocation } from "react-router";
import { boundAddress, searchOf, type Page, type PageAddress } from "../../schemas/engine/evaluate.ts";
import { useHydrated } from "./device.ts";
import { routeParams } from "./route-params.ts";

/** An address with another value of a parameter, or without it. What `drops` names leaves with it. */
export function addressWith(
  { path, search }: PageAddress,
  name: string,
  value: string | undefined,
  drops: string[] = [],
): string {
  const query = new URLSearchParams(search);
  for (const one of drops) query.delete(one);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return path + searchOf(query);
}

/** The same of the address that is drawn: where links lead. The server knows as much of it as the page says. */
export function useParameterAddress({
  search: known = "",
}: Page): (name: string, value: string | undefined) => string {
  const { pathname, search } = useLocation();
  const here = { path: pathname, search: useHydrated() ? search : known };
  return (name, value) => addressWith(here, name, value);
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
