import type { JsonPath } from "../../1-read/locate.ts";
import { handoffLink } from "../../1-read/markdown.ts";
import { placeholder } from "../../1-read/placeholder.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { contentAt, contentFilesOf, isUnresolvedFile } from "../project/content.ts";
import type { Brand, Project } from "../project/project.ts";

import { checkAnchorOfFile } from "../routes/anchors.ts";
import { checkRedirect } from "../routes/routes.ts";
import { factValues } from "../variables/variables.ts";

const safeHref = /^(\/(?!\/)|#|https:\/\/|mailto:|tel:)/;

/** An address as brands have it. */
interface FilledHref {
  href: string;
  brands: Brand[];
}

/** What a brand has where a placeholder of an address stands: several, where it names content with many entries. */
function valuesOf(project: Project, brand: Brand, name: string): unknown[] {
  const [of, type = "", ...path] = name.split(".");
  if (of === "brand") return [...factValues([brand], name.slice("brand.".length)).values()];
  return contentFilesOf(project, brand, type)
    .filter((file) => !isUnresolvedFile(project, file))
    .map((file) => contentAt(file, path) ?? "");
}

/** An address with facts and content of each brand in the place of placeholders. What a brand lacks is told elsewhere. */
function filled(project: Project, href: string, brands: Brand[]): FilledHref[] {
  const [first] = href.matchAll(placeholder);
  if (!first) return [{ href, brands }];
  const [whole, name = ""] = first;
  return brands.flatMap((brand) =>
    valuesOf(project, brand, name).flatMap((value) =>
      // A function: a text may have signs that mean something to `replace`.
      filled(
        project,
        href.replace(whole, () => String(value).replaceAll("{", "%7B")),
        [brand],
      ),
    ),
  );
}

/** Checks the address of a link in a text: that it is safe, and that it leads to a page and a place of it, in each brand. */
export function checkLink(
  project: Project,
  file: ReadFile,
  url: string,
  at: JsonPath,
  brands: Brand[],
): void {
  const { report } = project;
  const unsafe = (): void => report.add(file, at, "unsafe-link", { href: url }, { within: url });
  let written: string;
  try {
    written = decodeURI(url);
  } catch {
    return unsafe();
  }
  // Whether it can be named here, is told with the other placeholders.
  if (written === handoffLink) return;
  const names = [...written.matchAll(placeholder)];
  const [unfilled] = names.find(([, name = ""]) => !/^(brand|content)\./.test(name)) ?? [];
  if (unfilled !== undefined) {
    return report.add(file, at, "unfilled-link", { placeholder: unfilled }, { within: unfilled, once: true });
  }
  const all = filled(project, written, brands);
  if (!all.every(({ href }) => safeHref.test(href))) return unsafe();
  const source = `un texto de ${file.path}`;
  const path = names.length > 0 ? url : url.split(/[?#]/)[0];
  for (const { href, brands: own } of all) {
    if (href.includes("%")) continue;
    if (href.startsWith("#")) checkAnchorOfFile(project, file, href, at, own);
    else if (href.startsWith("/")) checkRedirect(project, file, href, at, own, source, path);
  }
}
