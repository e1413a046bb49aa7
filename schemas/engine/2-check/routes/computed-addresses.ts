import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { screensOf, type Project, type Brand } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { isObject } from "../report/values.ts";
import { checkRedirect, routesOf } from "./routes.ts";

/** Text that a rule gives, as far as it is written out. */
interface Written {
  text: string;
  at: JsonPath;
  /** Whether that is all of it. */
  whole: boolean;
}

/** The texts that a rule may give, by the branches of `if`, each with the part that it is known to begin with. */
function writtenBy(rule: unknown, at: JsonPath): Written[] {
  if (typeof rule === "string") return [{ text: rule, at, whole: true }];
  if (!isObject(rule)) return [];
  const [operator = "", given] = Object.entries(rule)[0] ?? [];
  const parts: unknown[] = Array.isArray(given) ? given : [given];
  const place = (index: number): JsonPath => [...at, operator, ...(Array.isArray(given) ? [index] : [])];
  if (operator === "if" || operator === "?:") {
    return parts.flatMap((part, index) =>
      index % 2 === 1 || index === parts.length - 1 ? writtenBy(part, place(index)) : [],
    );
  }
  if (operator !== "cat") return [];
  const computed = parts.findIndex((part) => typeof part !== "string");
  const fixed = computed === -1 ? parts : parts.slice(0, computed);
  return fixed.length === 0 ? [] : [{ text: fixed.join(""), at: place(0), whole: computed === -1 }];
}

/** Whether an address can go on from here to that of a screen: parameters take anything. */
function beginsLike(route: string, start: string): boolean {
  const wanted = route.split("/");
  const given = start.split("/");
  return given.every((part, index) => {
    const one = wanted[index];
    if (one === undefined) return false;
    if (index < given.length - 1) return one.startsWith(":") ? part !== "" : one === part;
    return one.startsWith(":") || one.startsWith(part);
  });
}

/** Checks that what is written out of an address that a rule makes begins like a page, in each of the brands. */
export function checkComputedAddress(
  project: Project,
  file: ReadFile,
  rule: unknown,
  at: JsonPath,
  brands: Brand[],
): void {
  for (const { text, at: place, whole } of writtenBy(rule, at)) {
    checkBeginning(project, { file, at: place }, { text, whole }, brands, `la pantalla "${file.path}"`);
  }
}

/** Where an address stands. */
interface Place {
  file: ReadFile;
  at: JsonPath;
}

/** The same of one that is written, with what is known only once placeholders are filled. */
export function checkWrittenAddress(
  project: Project,
  place: Place,
  address: string,
  brands: Brand[],
  source: string,
): void {
  const text = address.split("{")[0]!;
  checkBeginning(project, place, { text, whole: text === address }, brands, source);
}

function checkBeginning(
  project: Project,
  { file, at }: Place,
  { text, whole }: Pick<Written, "text" | "whole">,
  brands: Brand[],
  source: string,
): void {
  if (!/^\/(?!\/)/.test(text)) return;
  const [start = "", more] = text.split(/[?#]/);
  if (whole || more !== undefined) return checkRedirect(project, file, text, at, brands, source);
  for (const brand of brands) {
    const screens = screensOf(project, brand);
    if (screens.some((screen) => project.report.isInvalid(screen.file))) continue;
    const routes = screens.flatMap((screen) => routesOf(project, screen, brand));
    if (routes.some((route) => beginsLike(route, start))) continue;
    const suggestion = nearest(start, routes);
    project.report.add(file, at, "unknown-route", { route: start }, { suggestion, once: true });
  }
}
