import { createContext } from "react";
import { matchPath } from "react-router";
import type { ApiProblem, Page } from "../../schemas/engine/evaluate.ts";
import { routeParams } from "../page/route-params.ts";
import { pointerUp } from "./after-pointer-up.ts";
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

/** How one page goes over into the next: at once, until somebody is at it (`../app/go-over.ts`). */
export const turn = { over: async (answer: PageAnswer): Promise<PageAnswer> => answer };

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
  await pointerUp();
  if ("redirect" in body) return { redirect: body.redirect };
  if ("error" in body && (response.status === 404 || response.status === 410))
    return { refusal: body.message };
  if (!("screen" in body)) throw new Error(`the page could not be loaded (${response.status})`);
  return { page: body, resources: await loadResources(body) };
}

/** Whether an address belongs to the page that is drawn: its own, with its own parameters, or a step of its flow. */
export function belongs({ screen, params }: Pick<Page, "screen" | "params">, path: string): boolean {
  // What is in the routes is chosen on the page, if its finder asks for it; with anything else it is another page.
  const chosen = new Set(screen.routes ? Object.values(screen.bound ?? {}) : []);
  if (screen.subject !== undefined) chosen.delete(screen.subject);
  const isSame = (found: Record<string, string | undefined>): boolean =>
    Object.keys({ ...found, ...params }).every(
      (name) => name === "step" || chosen.has(name) || found[name] === params[name],
    );
  const found = routeParams(screen, path);
  if (found && isSame(found)) return true;
  if (screen.flow === undefined) return false;
  const step = matchPath({ path: `${screen.route.replace(/\/$/, "")}/:step`, end: true }, path);
  return step !== null && isSame(step.params);
}

/** How the page that is drawn loads what another one needs. */
export const LoadFor = createContext<LoadResources | undefined>(undefined);
