import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Project } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";

/** Checks a field that searches the site: that the page with its results reads what is typed. */
export function checkSiteSearch(
  project: Project,
  file: ReadFile,
  { to, parameter }: { to: string | undefined; parameter: string | undefined },
  at: JsonPath,
): void {
  const results = [...project.screens.values()].find(({ value }) => value.route === to);
  // Where there is no such page, that is told at the link.
  if (!results || parameter === undefined) return;
  const read = (results.value.blocks ?? []).flatMap(({ block, from }) =>
    block === "siteSearch" && from !== undefined ? [from] : [],
  );
  if (read.includes(parameter)) return;
  const suggestion = nearest(parameter, read);
  project.report.add(file, at, "unknown-address-parameter", { name: parameter }, { suggestion });
}
