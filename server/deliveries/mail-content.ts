/** How a mail reads: words and answers as plain text and as HTML. */
import { withAnswers, type AnswerSection, type WordNode, type Words } from "../../schemas/engine/all.ts";
import { safeHref } from "../documents/blocks.ts";

export interface MailBrand {
  name: string;
  /** Primary colour, `#rrggbb`. */
  colour: string;
}

export interface MailDraft {
  brand: MailBrand;
  /** Words whose placeholders are filled. */
  subject: Words;
  body: Words;
  sections?: AnswerSection[];
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);
const lines = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, "<br>");

/** One line without control characters: safe in a header. */
export const headerText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();

const unfilled = (name: string): never => {
  throw new Error(`The placeholder {${name}} of a mail was not filled`);
};

const nodesOf = (words: Words): WordNode[] => (typeof words === "string" ? [words] : words);

function nodeText(node: WordNode): string {
  if (typeof node === "string") return node;
  if ("var" in node) return unfilled(node.var);
  const inside = node.children.map(nodeText).join("");
  switch (node.tag) {
    case "p":
      return `${inside}\n\n`;
    case "br":
      return "\n";
    case "ul":
      return `${node.children.map((child) => `- ${nodeText(child).trim()}`).join("\n")}\n\n`;
    case "ol":
      return `${node.children.map((child, index) => `${index + 1}. ${nodeText(child).trim()}`).join("\n")}\n\n`;
    case "a":
      return safeHref(node.href) && node.href !== inside ? `${inside} (${node.href})` : inside;
    default:
      return inside;
  }
}

const wordsText = (words: Words): string => nodesOf(words).map(nodeText).join("").trim();

/** A link in a paragraph of its own is what the mail is about: it looks like a button. */
function buttonHtml(node: WordNode, colour: string): string | undefined {
  if (typeof node === "string" || !("tag" in node) || node.tag !== "p" || node.children.length !== 1)
    return undefined;
  const [only] = node.children;
  if (typeof only !== "object" || !("tag" in only) || only.tag !== "a") return undefined;
  const href = safeHref(only.href);
  if (!href) return undefined;
  const inside = only.children.map((child) => nodeHtml(child, colour)).join("");
  const style = `display:inline-block;padding:12px 24px;border-radius:6px;background:${colour};color:#ffffff;font-weight:700;text-decoration:none`;
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="${style}">${inside}</a></p>`;
}

function nodeHtml(node: WordNode, colour: string): string {
  if (typeof node === "string") return lines(node);
  if ("var" in node) return unfilled(node.var);
  const button = buttonHtml(node, colour);
  if (button !== undefined) return button;
  const inside = node.children.map((child) => nodeHtml(child, colour)).join("");
  if (node.tag === "br") return "<br>";
  if (node.tag === "p") return `<p style="margin:0 0 16px">${inside}</p>`;
  if (node.tag === "a") {
    const href = safeHref(node.href);
    return href ? `<a href="${escapeHtml(href)}">${inside}</a>` : inside;
  }
  return `<${node.tag}>${inside}</${node.tag}>`;
}

const wordsHtml = (words: Words, colour: string): string =>
  typeof words === "string"
    ? `<p style="margin:0 0 16px">${lines(words)}</p>`
    : words.map((node) => nodeHtml(node, colour)).join("");

const indent = (value: string): string => value.replaceAll(/\r\n|\r|\n/g, "\n  ");

const sectionText = ({ title, level = 1, rows }: AnswerSection): string =>
  [
    ...(title ? [level === 1 ? title.toLocaleUpperCase("es") : title] : []),
    ...rows.map(({ label, value }) => `${label}: ${indent(value)}`),
  ].join("\n");

const cell =
  "padding:8px 0;border-bottom:1px solid #e3e7ec;text-align:left;vertical-align:top;font-size:15px";

/** Pixels by level of the heading. */
const headingSizes = [17, 16, 15];

function headingHtml(title: string, level: number): string {
  const tag = `h${Math.min(level + 1, 6)}`;
  const size = headingSizes[Math.min(level, headingSizes.length) - 1];
  return `<${tag} style="margin:24px 0 8px;font-size:${size}px">${escapeHtml(title)}</${tag}>`;
}

function sectionHtml({ title, level = 1, rows }: AnswerSection): string {
  const heading = title ? headingHtml(title, level) : "";
  if (rows.length === 0) return heading;
  const body = rows
    .map(
      ({ label, value }) =>
        `<tr><th scope="row" style="${cell};padding-right:16px;width:40%;font-weight:400;color:#55606c">${escapeHtml(label)}</th>` +
        `<td style="${cell}">${lines(value)}</td></tr>`,
    )
    .join("");
  return `${heading}<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${body}</table>`;
}

/** Draws a mail. Throws if a placeholder was left unfilled or the colour is none. */
export function renderMail({ brand, subject, body, sections = [] }: MailDraft): MailContent {
  if (!/^#[0-9a-f]{6}$/i.test(brand.colour)) throw new Error("A brand's colour must be written #rrggbb");
  const filled = withAnswers(sections);
  const title = headerText(wordsText(subject));
  const name = escapeHtml(brand.name);
  return {
    subject: title,
    text: `${[wordsText(body), ...filled.map(sectionText), `-- \n${headerText(brand.name)}`].join("\n\n")}\n`,
    html: [
      `<!doctype html><html lang="es"><head><meta charset="utf-8">`,
      `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>`,
      `<body style="margin:0;background:#f2f4f6;color:#1b232c;font:16px/1.5 system-ui,'Segoe UI',Roboto,Arial,sans-serif">`,
      `<div style="max-width:600px;margin:0 auto;background:#ffffff;overflow-wrap:anywhere;word-break:break-word">`,
      `<div style="padding:20px 24px;background:${brand.colour};color:#ffffff;font-size:20px;font-weight:700">${name}</div>`,
      `<div style="padding:24px">${wordsHtml(body, brand.colour)}${filled.map(sectionHtml).join("")}</div>`,
      `<div style="padding:16px 24px;border-top:1px solid #e3e7ec;color:#55606c;font-size:13px">${name}</div>`,
      `</div></body></html>`,
    ].join(""),
  };
}
