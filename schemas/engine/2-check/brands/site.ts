import type { JsonPath } from "../../1-read/locate.ts";
import { checkWords } from "../wording/placeholders.ts";
import type { Brand, OnlyFor, Project } from "../project/project.ts";
import { checkSignsIn } from "./sign-in.ts";
import { checkOnlyFor } from "./only-for.ts";
import { contentDoesNotFit, findField } from "../variables/content-paths.ts";
import { brandsFor } from "../variables/facts.ts";
import { checkRedirect } from "../routes/routes.ts";
import { checkSiteSearch } from "../routes/site-search.ts";
import { savedListAt } from "../project/saved-lists.ts";
import { textIn } from "../report/values.ts";

/** Checks what stands around a brand's pages: where its links lead, and what its words name. */
export function checkSite(project: Project, brand: Brand): void {
  const { file } = brand;
  const site = brand.value.site ?? {};
  const scope = { brands: [brand], markdown: false, names: [], owner: "El texto" };
  const words = (holder: object | undefined, at: JsonPath, ...slots: string[]): void => {
    for (const slot of slots) checkWords(project, file, textIn(holder, slot), [...at, slot], scope);
  };
  const link = (
    { label, to, onlyFor, signIn }: { label?: string; to?: string; onlyFor?: OnlyFor; signIn?: boolean },
    at: JsonPath,
    source: string,
  ): void => {
    if (signIn) checkSignsIn(project, file, brand, [...at, "signIn"], "El enlace");
    words({ label }, at, "label");
    checkOnlyFor(project, file, onlyFor, at, { owner: "Un enlace", brands: [brand] });
    if (brandsFor([brand], onlyFor).length === 0) return;
    if (to?.startsWith("/")) checkRedirect(project, file, to, [...at, "to"], [brand], source);
  };
  for (const [index, item] of (site.menu ?? []).entries()) {
    const at = ["site", "menu", index];
    link(item, at, "su menú");
    words(item, at, "signedIn");
    for (const [place, one] of (item.links ?? []).entries()) {
      const under = [...at, "links", place];
      link(one, under, "su menú");
      for (const [inner, last] of (one.links ?? []).entries())
        link(last, [...under, "links", inner], "su menú");
    }
  }
  for (const [index, column] of (site.footer ?? []).entries()) {
    const at = ["site", "footer", index];
    words(column, at, "title");
    for (const [place, one] of (column.links ?? []).entries()) {
      link(one, [...at, "links", place], "su pie de página");
    }
  }
  if (site.signIn)
    checkRedirect(project, file, site.signIn.to, ["site", "signIn", "to"], [brand], "su inicio de sesión");
  if (site.search) {
    const at = ["site", "search"];
    link(site.search, at, "su búsqueda");
    const { to, parameter } = site.search;
    checkSiteSearch(project, file, { to, parameter }, [...at, "parameter"]);
  }
  for (const [index, badge] of (site.badges ?? []).entries()) {
    const at = ["site", "badges", index];
    link(badge, at, "su cabecera");
    savedListAt(project, file, badge.savedList, [...at, "savedList"]);
  }
  for (const [index, hours] of (site.hours ?? []).entries()) {
    words(hours, ["site", "hours", index], "days", "hours");
  }
  checkClosedOn(project, brand);
  words(site.address, ["site", "address"], "text");
  words(site, ["site"], "legal", "picturesNote");
}

/** Checks the days on which a brand is closed: a list of dates of its content. */
function checkClosedOn(project: Project, brand: Brand): void {
  const written = brand.value.site?.closedOn?.content;
  if (written === undefined) return;
  const [owner, path] = ["El horario", `content.${written}`];
  const found = findField(project, path, owner, [brand], undefined);
  if (found === "unresolved") return;
  const isDays = "field" in found && found.field.type === "list" && found.field.of === "date";
  if (isDays) return;
  const fix = 'usa una lista con "of": "date"';
  const { code, values, suggestion } =
    "finding" in found
      ? found.finding
      : contentDoesNotFit(owner, path, "otra cosa", "los días de cierre son una lista de fechas", fix);
  project.report.add(brand.file, ["site", "closedOn", "content"], code, values, {
    suggestion: suggestion?.replace(/^content\./, ""),
  });
}
