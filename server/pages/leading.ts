import { keptParameters, type CompiledScreen, type Revision } from "../../schemas/engine/serve.ts";
import { redirectUrl } from "../http/redirects.ts";

/** A request for a page, as far as where it leads on depends on it. */
export interface Arrival {
  /** With its question mark; empty where there is none. */
  query: string;
  /** Of the site that the page was asked for at, e.g. `http://si.localhost:3000`. */
  origin: string;
}

/**
 * Where a page that leads on goes: to the address that its query names, if that is a page of this site or of another of
 * the brand's hosts, with all other parameters; else to its own, with those that are kept. Undefined for a page that stays.
 */
export function leadsTo(
  { failure }: CompiledScreen,
  { private: { hosts } }: Revision,
  { query, origin }: Arrival,
): string | undefined {
  if (failure?.otherwise === undefined) return undefined;
  const { from, otherwise, keep = [] } = failure;
  const asked = new URLSearchParams(query);
  const named = from === undefined ? null : asked.get(from);
  const target = named === null ? undefined : redirectUrl(named, origin, originsOf(hosts, origin));
  if (target === undefined) return withParameters(otherwise, keptParameters(asked, keep), origin);
  const others = [...asked].filter(([name]) => name !== from);
  return withParameters(target, others, origin);
}

/** The origins of a brand's hosts: as this one is asked for, and as everybody asks for them outside. */
function originsOf(hosts: string[], origin: string): string[] {
  const { protocol, port } = new URL(origin);
  return hosts.flatMap((host) => [
    `https://${host}`,
    new URL(`${protocol}//${host}${port === "" ? "" : `:${port}`}`).origin,
  ]);
}

/** An address with those parameters of another that it does not say itself. A path stays a path. */
export function withParameters(address: string, parameters: [string, string][], origin: string): string {
  const url = new URL(address, origin);
  const said = new Set(url.searchParams.keys());
  const added = parameters.filter(([name]) => !said.has(name));
  if (added.length === 0) return address;
  for (const [name, value] of added) url.searchParams.append(name, value);
  return address.startsWith("/") ? url.pathname + url.search + url.hash : url.href;
}
