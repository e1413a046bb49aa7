import { createContext } from "react";
import { matchPath } from "react-router";
import type { ApiProblem, Page } from "../../schemas/engine/evaluate.ts";
import { routeParams } from "../page/route-params.ts";
import type { FlowResources, LoadResources } from "./resources.ts";

export interface DrawnPage {
  page: Page;
  resources?: FlowResources;
}

export interface PageAnswer extends Partial<DrawnPage> {
  redirect?: string;
  /** Why there is no page, of a brand that has none that says so. */
  refusal?: string;
}

/** Pages that are on their way before anybody went there, by path: `load-ahead.ts`. */
export const ahead = new Map<string, Promise<PageAnswer>>();

/** The path and the query of an address, with `?`; that is empty where it has none. */
export function partsOf(address: string): { path: string; query: string } {
  const at = address.indexOf("?");
  return at < 0 ? { path: address, query: "" } : { path: address.slice(0, at), query: address.slice(at) };
}

/** Fetches a page of the site, and what it needs beside itself. Rejects when it cannot be had. */
export async function loadPage(
  path: string,
  query: string,
  loadResources: LoadResources,
): Promise<PageAnswer> {
  const before = query === "" && ahead.get(path);
  if (before) return before;
  const asked = new URLSearchParams({ path, ...(query === "" ? {} : { query }) });
  const response = await fetch(`/api/page?${asked}`, {
    credentials: "same-origin",
    headers: { accept: "application/json" },
  });
  const body = (await response.json()) as Page | { redirect: string } | ApiProblem;
  if ("redirect" in body) return { redirect: body.redirect };
  if ("error" in body && (response.status === 404 || response.status === 410))
    return { refusal: body.message };
  if (!("screen" in body)) throw new Error(`the page could not be loaded (${response.status})`);
  return { page: body, resources: await loadResources(body) };
}

/** Whether an address belongs to the page that is drawn: its own, with its own parameters, or a step of its flow. */
export function belongs({ screen, params }: Pick<Page, "screen" | "params">, path: string): boolean {
  if (screen.routes) {
    const found = routeParams(screen, path);
    // What is in them is chosen on it, if its finder asks for it; with anything else it is another page.
    const chosen = new Set(Object.values(screen.bound ?? {}));
    const names = Object.keys({ ...found, ...params }).filter((name) => !chosen.has(name));
    return found !== undefined && names.every((name) => found[name] === params[name]);
  }
  const same = (route: string): boolean => {
    const match = matchPath({ path: route, end: true }, path);
    if (!match) return false;
    return Object.entries(match.params).every(([name, value]) => name === "step" || params[name] === value);
  };
  return (
    same(screen.route) || (screen.flow !== undefined && same(`${screen.route.replace(/\/$/, "")}/:step`))
  );
}

/** How the page that is drawn loads what another one needs. */
export const LoadFor = createContext<LoadResources | undefined>(undefined);
