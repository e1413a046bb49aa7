import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import { entriesOf } from "./content.ts";
import { nearest } from "./nearest.ts";
import { flowsOn, screensOf, type Item, type Project } from "./project.ts";
import { asText } from "./values.ts";

/** A route with parameters as a pattern for addresses. */
const matches = (route: string, address: string): boolean => {
  const wanted = route.split("/");
  const given = address.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(":") || part === given[index])
  );
};

/** What the server answers itself, in production or while definitions are written. */
const reserved: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "definitions",
  "embed",
  "renderer",
  "schemas",
]);

/** Checks that the address of a screen, and of the steps of its flow, is not the server's own. */
export function checkAddress(project: Project, screen: Item): void {
  const first = (route: string): string => route.split("/")[1] ?? "";
  const own = "forEach" in screen.value ? [asText(screen.value["route"]) ?? ""] : routesOf(project, screen);
  for (const route of own) {
    if (!reserved.has(first(route))) continue;
    const values = { route, first: first(route) };
    return project.report.add(screen.file, ["route"], "reserved-address", values);
  }
}

/**
 * Addresses that a screen answers: its route, and those of the steps of its flow. One of which there is one for each
 * entry of content has those of the brand's entries, and without a brand, of all.
 */
export function routesOf(project: Project, screen: Item, brand?: Item): string[] {
  const written = asText(screen.value["route"]);
  if (written === undefined) return [];
  const type = asText(screen.value["forEach"]);
  if (type !== undefined) {
    const brands = brand ? [brand] : [...new Set(project.brands.values())];
    const entries = new Set(brands.flatMap((one) => entriesOf(project, one, type)));
    return [...entries].flatMap((entry) => stepRoutes(project, screen, written.replace(":entry", entry)));
  }
  return stepRoutes(project, screen, written);
}

function stepRoutes(project: Project, screen: Item, route: string): string[] {
  const slugs = flowsOn(screen).flatMap((id) =>
    (project.flows.get(id)?.steps ?? []).slice(1).map((step) => asText(step.value["slug"]) ?? step.id),
  );
  return [route, ...slugs.map((slug) => `${route === "/" ? "" : route}/${slug}`)];
}

/** The screen of these that answers an address, which has no query. */
export const screenAt = (
  project: Project,
  screens: Item[],
  address: string,
  brand?: Item,
): Item | undefined =>
  screens.find((screen) => routesOf(project, screen, brand).some((one) => matches(one, address)));

/**
 * Checks that an address leads to a screen, in each of the brands given.
 * `source` says who leads there, for the brand that lacks the screen.
 */
export function checkRedirect(
  project: Project,
  file: ReadFile,
  address: unknown,
  at: At,
  brands: Item[],
  source: string,
): void {
  const route = asText(address)?.split(/[?#]/)[0];
  if (route === undefined) return;
  const found = screenAt(project, [...project.screens.values()], route);
  if (!found) {
    const screens = [...project.screens.values()];
    if (screens.some((screen) => project.report.isSpoiled(screen.file))) return;
    const suggestion = nearest(
      route,
      screens.flatMap((screen) => routesOf(project, screen)),
    );
    return project.report.add(file, at, "unknown-route", { route }, { suggestion });
  }
  for (const brand of brands) {
    if (screenAt(project, screensOf(project, brand), route, brand)) continue;
    const values = { brand: brand.id, screen: found.id, source, route };
    project.report.add(brand.file, ["screens"], "missing-screen", values, { part: "key" });
  }
}
