import type { Nodes } from "mdast";
import type { JsonPath } from "../../1-read/locate.ts";
import { markdownOf } from "../../1-read/markdown.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Brand, Project } from "../project/project.ts";
import { checkLink } from "./links.ts";

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

/**
 * What is left of emphasis or of a link that nobody closed, or of one whose address stands apart from its text. Signs alone,
 * as a line of stars, are what they are.
 */
const unclosed = /(\*\*|__)(?=[^\s*_])|(?<=[^\s*_])(\*\*|__)|\]\(|\]\s+\((?=\/|https?:|mailto:|tel:)/;

/** More characters than any line of a page takes: that is a text for where paragraphs stand. */
const maxLineLength = 600;

/** Checks that a text, a body or one line, has only the Markdown that is shown, and links that are safe. */
export function checkMarkdown(
  project: Project,
  file: ReadFile,
  { text, body }: { text: string; body: boolean },
  at: JsonPath,
  brands: Brand[],
): void {
  const { report } = project;
  const visit = (node: Nodes): void => {
    const construct = constructs[node.type];
    if (construct) return report.add(file, at, "unsupported-markdown", { construct }, { once: true });
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
