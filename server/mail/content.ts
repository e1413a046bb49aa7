/** How a mail reads: words and answers as plain text and as HTML. */
import {
  isOwnPath,
  withAnswers,
  type AnswerSection,
  type WordNode,
  type Words,
} from "../../schemas/engine/serve.ts";
import { safeHref } from "../documents/blocks.ts";
import { frameMail, type MailLook } from "./frame.ts";

export interface MailBrand extends Partial<MailLook> {
  name: string;
  /** Primary colour, `#rrggbb`. */
  colour: string;
  /** Whose wordmark stands over the mail; its name stands there where this is left out. */
  code?: string;
  /** Scheme and host of its site: where buttons lead that name a path alone. */
  address?: string;
  /** How the brand is reached, and what it says in small letters. */
  footer?: { text: string; href?: string }[];
}

export interface MailButton {
  label: string;
  /** Whole, or a path of the brand's site. */
  href: string;
  /** What is said of it, over it. */
  about?: Words;
}

export interface MailDraft {
  brand: MailBrand;
  /** Words whose placeholders are filled. */
  subject: Words;
  body: Words;
  /** What is said after the words, each on lines of its own. */
  says?: Words[];
  sections?: AnswerSection[];
  /** Buttons after the words. One that leads nowhere is left out. */
  buttons?: MailButton[];
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Code of the brand whose wordmark the HTML shows. */
  wordmark?: string;
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

/** Numbers such as SI-9S19-9Y7N stay on one line: parted at a hyphen they are copied or told wrong. */
const whole = (html: string): string =>
  html.replaceAll(/(?<![\w.@/-])(?=[A-Z-]*[0-9])[A-Z0-9]{2,}(?:-[A-Z0-9]+)+(?![\w@/-]|\.\w)/g, (number) =>
    number.length > 24 ? number : `<span style="white-space:nowrap">${number}</span>`,
  );

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

/** What the mail is about, to press. A table, because Outlook gives links no room around them. */
const buttonHtml = (href: string, inside: string, colour: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>` +
  `<td class="button" bgcolor="${colour}" style="border:1px solid ${colour};border-radius:8px;background:${colour}">` +
  `<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;color:#ffffff;font-size:16px;font-weight:700;text-decoration:none">${inside}</a>` +
  `</td></tr></table>`;

/** A link in a paragraph of its own looks like a button. */
function buttonOf(node: WordNode, colour: string): string | undefined {
  if (typeof node === "string" || !("tag" in node) || node.tag !== "p" || node.children.length !== 1)
    return undefined;
  const [only] = node.children;
  if (typeof only !== "object" || !("tag" in only) || only.tag !== "a") return undefined;
  const href = safeHref(only.href);
  if (!href) return undefined;
  return buttonHtml(href, only.children.map((child) => nodeHtml(child, colour)).join(""), colour);
}

function nodeHtml(node: WordNode, colour: string): string {
  if (typeof node === "string") return whole(lines(node));
  if ("var" in node) return unfilled(node.var);
  const button = buttonOf(node, colour);
  if (button !== undefined) return button;
  const inside = node.children.map((child) => nodeHtml(child, colour)).join("");
  if (node.tag === "br") return "<br>";
  if (node.tag === "p") return `<p style="margin:0 0 16px">${inside}</p>`;
  if (node.tag === "a") {
    const href = safeHref(node.href);
    return href ? `<a href="${escapeHtml(href)}" style="color:${colour}">${inside}</a>` : inside;
  }
  return `<${node.tag}>${inside}</${node.tag}>`;
}

const wordsHtml = (words: Words, colour: string): string =>
  typeof words === "string"
    ? `<p style="margin:0 0 16px">${whole(lines(words))}</p>`
    : words.map((node) => nodeHtml(node, colour)).join("");

const indent = (value: string): string => value.replaceAll(/\r\n|\r|\n/g, "\n  ");

const sectionText = ({ title, level = 1, rows }: AnswerSection): string =>
  [
    ...(title ? [level === 1 ? title.toLocaleUpperCase("es") : title] : []),
    ...rows.map(({ label, value }) => `${label}: ${indent(value)}`),
  ].join("\n");

const cell = "padding:10px 0;text-align:left;vertical-align:top;font-size:15px";
const totalCell =
  "padding:12px 0;text-align:left;vertical-align:top;font-size:18px;font-weight:700;border-top:2px solid #55606c";
const between = ";border-bottom:1px solid #e3e7ec";

/** Characters beyond which bold letters no longer help whoever looks for an answer. */
const longAnswer = 60;
const weightOf = (value: string): number => (value.length > longAnswer ? 400 : 600);

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
    .map(({ label, value, total }, index) => {
      const under = index < rows.length - 1 ? between : "";
      const style = `${total ? totalCell : cell}${under}`;
      const says = total ? "" : ";font-weight:400;color:#55606c";
      const weighs = total ? "" : `;font-weight:${weightOf(value)}`;
      return (
        `<tr><th scope="row" class="line${total ? "" : " soft"}" style="${style};padding-right:16px;width:40%${says}">${escapeHtml(label)}</th>` +
        `<td class="line" style="${style}${weighs}">${whole(lines(value))}</td></tr>`
      );
    })
    .join("");
  return `${heading}<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse;margin:0 0 16px">${body}</table>`;
}

/** The subject without the brand's name at its end: it stands over the mail already. */
const headingOf = (subject: string, name: string): string => {
  const end = ` · ${name}`;
  return subject.endsWith(end) ? subject.slice(0, -end.length) : subject;
};

/** Where a button leads, as a mail can say it. */
function wholeHref(href: string, address: string | undefined): string | undefined {
  if (!isOwnPath(href)) return safeHref(href);
  return address === undefined ? undefined : new URL(href, address).href;
}

/** Draws a mail. Throws if a placeholder was left unfilled or the colour is none. */
export function renderMail({
  brand,
  subject,
  body,
  says = [],
  sections = [],
  buttons = [],
}: MailDraft): MailContent {
  if (!/^#[0-9a-f]{6}$/i.test(brand.colour)) throw new Error("A brand's colour must be written #rrggbb");
  const filled = withAnswers(sections);
  const title = headerText(wordsText(subject));
  const { name, colour, code, address, footer = [], ...look } = brand;
  const pressed = buttons.flatMap(({ label, href: written, about = "" }) => {
    const href = wholeHref(written, address);
    return href === undefined ? [] : [{ label: headerText(label), href, about }];
  });
  const signed = [name, ...footer.map(({ text }) => text)].map(headerText).join("\n");
  return {
    subject: title,
    text: `${[
      wordsText(body),
      ...says.map(wordsText),
      ...pressed.flatMap(({ label, href, about }) => [
        ...(about === "" ? [] : [wordsText(about)]),
        `${label}: ${href}`,
      ]),
      ...filled.map(sectionText),
      `-- \n${signed}`,
    ].join("\n\n")}\n`,
    html: frameMail({
      name: escapeHtml(name),
      title: escapeHtml(title),
      heading: whole(escapeHtml(headingOf(title, name))),
      colour,
      look,
      hasWordmark: code !== undefined,
      body:
        [body, ...says].map((words) => wordsHtml(words, colour)).join("") +
        pressed
          .map(
            ({ label, href, about }) =>
              (about === "" ? "" : wordsHtml(about, colour)) + buttonHtml(href, escapeHtml(label), colour),
          )
          .join("") +
        filled.map(sectionHtml).join(""),
      footer: footer.map(({ text, href }) => {
        const to = href === undefined ? undefined : safeHref(href);
        const said = escapeHtml(headerText(text));
        return to ? `<a href="${escapeHtml(to)}" style="color:${colour}">${said}</a>` : said;
      }),
    }),
    ...(code === undefined ? {} : { wordmark: code }),
  };
}
