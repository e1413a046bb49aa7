import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { screensOf, type Brand, type Project } from "../project/project.ts";

/** Checks that people can sign in at a brand's site, where something is for those alone who have. */
export function checkSignsIn(
  project: Project,
  file: ReadFile,
  brand: Brand,
  at: JsonPath,
  what: string,
): void {
  const to = brand.value.site?.signIn?.to;
  const page = screensOf(project, brand).find(({ value }) => value.route === to);
  const isForm = (page?.value.blocks ?? []).some(
    ({ block, flow, dialog }) => block === "flow" && flow !== undefined && dialog === undefined,
  );
  if (to !== undefined && isForm) return;
  project.report.add(file, at, "no-sign-in", { what, brand: brand.id }, { part: "key" });
}
