import { isOwnPath, keptParameters } from "../../schemas/engine/evaluate.ts";
import { campaignOfVisit } from "./visit.ts";

/**
 * The same address with the campaign's parameters of the page that leads there, or else of the visit, and with no others;
 * `keep` names those that go along instead. What the address says itself counts.
 */
export function withCampaign(path: string, search: string, keep: string[] = ["utm"]): string {
  const own = keptParameters(new URLSearchParams(search), keep);
  const ofVisit = keptParameters(Object.entries(campaignOfVisit()), keep);
  return withParameters(path, [...own, ...ofVisit]);
}

/** The same address with parameters that it does not say itself. Of one that is named twice in a row, all; later, none. */
export function withParameters(path: string, parameters: [string, string][]): string {
  const said = new URLSearchParams(path.split("#", 1)[0]!.split("?")[1] ?? "");
  const added = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (!said.has(name) && !added.has(name)) added.append(name, value);
  }
  if (added.size === 0) return path;
  const [address = "", hash] = path.split("#");
  return `${address}${address.includes("?") ? "&" : "?"}${added}${hash === undefined ? "" : `#${hash}`}`;
}

/** One that is a page: what the API gives, such as a file to keep, the browser asks for by itself. */
export const isPagePath = (path: string): boolean => isOwnPath(path) && !/^\/api(?:[/?#]|$)/.test(path);
