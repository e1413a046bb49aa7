import type { Nodes } from "mdast";
import type { JsonPath } from "../../1-read/locate.ts";
import { markdownOf } from "../../1-read/markdown.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { handoffLink } from "../../1-read/markdown.ts";
import { contentHrefs } from "./content-placeholders.ts";
import type { Item, Project } from "../project/project.ts";
import { checkRedirect } from "../routes/routes.ts";
import { factValues } from "../variables/variables.ts";

const constructs: Record<string, string> = {
  heading: "un título de Markdown (#)",
  blockquote: "una cita (>)",
  code: "un bloque de código",
  inlineCode: "código (`)",
  html: "HTML",
  image: "una imagen",
  imageReference: "una imagen",
  thematicBreak: "una línea (---)",
  definition: "una definición de enlace",
  linkReference: "un enlace por referencia",
};

const safeHref = /^(\/(?!\/)|#|https:\/\/|mailto:|tel:)/;

/** An address as it will be in each brand, or undefined where it is none. */
function hrefsOf(project: Project, url: string, brands: Item[]): (string | undefined)[] {
  let href: string;
  try {
    href = decodeURI(url);
  } catch {
    return [undefined];
  }
  // Whether it can be named here, is told with the other placeholders.
  if (href === handoffLink) return ["https://"];
  const fromContent = contentHrefs(project, href, brands);
  if (fromContent) return fromContent;
  const fact = /^\{brand\.([A-Za-z0-9.]+)\}/.exec(href);
  if (!fact) return [href];
  return [...factValues(brands, fact[1]!).values()].map((value) => String(value));
}

/** What is left of emphasis or of a link that nobody closed. Signs alone, as a line of stars, are what they are. */
const unclosed = /(\*\*|__)(?=[^\s*_])|(?<=[^\s*_])(\*\*|__)|\]\(/;

/** More characters than any line of a page takes: that is a text for where paragraphs stand. */
const maxLineLength = 600;

/** Checks that a link to a page of the site leads to one, in each brand. One that names a value is not known here. */
function checkLink(project: Project, file: ReadFile, url: string, at: JsonPath, brands: Item[]): void {
  if (!/^\/(?!\/)[^{%]*$/.test(url)) return;
  checkRedirect(project, file, url, at, brands, `un texto de ${file.path}`, url.split(/[?#]/)[0]);
}

/** Checks that a text, a body or one line, has only the Markdown that is shown, and links that are safe. */
export function checkMarkdown(
  project: Project,
  file: ReadFile,
  { text, body }: { text: string; body: boolean },
  at: JsonPath,
  brands: Item[],
): void {
  const { report } = project;
  const visit = (node: Nodes): void => {
    const construct = constructs[node.type];
    if (construct) return report.add(file, at, "unsupported-markdown", { construct }, { once: true });
    const hrefs = node.type === "link" ? hrefsOf(project, node.url, brands) : [];
    if (node.type === "link" && !hrefs.every((href) => href && safeHref.test(href))) {
      report.add(file, at, "unsafe-link", { href: node.url }, { within: node.url });
    }
    if (node.type === "link") checkLink(project, file, node.url, at, brands);
    const open = node.type === "text" ? unclosed.exec(node.value)?.[0] : undefined;
    // Who writes a sign with a bar before it wants the sign.
    if (open !== undefined && !text.includes("\\")) {
      report.add(file, at, "unclosed-markdown", { mark: open }, { once: true, within: open });
    }
    if ("children" in node) node.children.forEach(visit);
  };
  if (!body && text.length > maxLineLength) {
    const values = { found: String(text.length), limit: String(maxLineLength) };
    report.add(file, at, "line-too-long", values, { once: true });
  }
  visit(markdownOf(text, body));
}
