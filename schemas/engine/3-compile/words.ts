import type { PhrasingContent, RootContent } from "mdast";
import { handoffLink, markdownOf } from "../1-read/markdown.ts";
import { placeholder } from "../1-read/placeholder.ts";
import { shownAs } from "../4-evaluate/words.ts";
import type { WordFormat, WordNode, Words } from "../types/index.ts";

/**
 * Gives the text of a placeholder that is known when a brand is compiled, as answers of a kind are shown where it names one;
 * undefined for those that a run fills.
 */
export type KnownPlaceholders = (name: string, kind?: string) => string | undefined;

/** Gives how answers of a kind are shown; undefined where they are shown as they are. */
export type KindFormats = (kind: string) => WordFormat | undefined;

/**
 * Compiles Markdown with placeholders. Text without either stays a plain string.
 * What is no `body` is one line, with inline Markdown only.
 * Known placeholders enter as text after the Markdown was read, so that they can become no markup.
 */
export function compileWords(
  text: string,
  known: KnownPlaceholders,
  formats: KindFormats = () => undefined,
  body = true,
): Words {
  const place: WordsContext = { known, formats };
  const nodes = markdownOf(text, body).children.flatMap((node) => blockOf(node, place));
  const only = nodes[0];
  const inline =
    nodes.length === 1 && typeof only === "object" && "tag" in only && only.tag === "p"
      ? only.children
      : undefined;
  if (nodes.length === 0) return text;
  if (inline?.every((node) => typeof node === "string")) return inline.join("");
  return inline ?? nodes;
}

interface WordsContext {
  known: KnownPlaceholders;
  formats: KindFormats;
}

/** Text with known placeholders only; what is not known stays as it is written. */
export const fillKnown = (text: string, known: KnownPlaceholders): string =>
  text.replace(placeholder, (whole, name: string, kind?: string) => known(name, kind) ?? whole);

function blockOf(node: RootContent, place: WordsContext): WordNode[] {
  switch (node.type) {
    case "paragraph":
      return [{ tag: "p", children: node.children.flatMap((child) => inlineOf(child, place)) }];
    case "list":
      return [
        {
          tag: node.ordered ? "ol" : "ul",
          children: node.children.map((item) => ({
            tag: "li",
            children: item.children.flatMap((child) => withoutParagraph(blockOf(child, place))),
          })),
        },
      ];
    default:
      throw new Error(`words hold "${node.type}", which is no part of our Markdown`);
  }
}

const withoutParagraph = (nodes: WordNode[]): WordNode[] =>
  nodes.flatMap((node) =>
    typeof node === "object" && "tag" in node && node.tag === "p" ? node.children : [node],
  );

function inlineOf(node: PhrasingContent, place: WordsContext): WordNode[] {
  switch (node.type) {
    case "text":
      return splitText(node.value, place);
    case "strong":
      return [{ tag: "strong", children: node.children.flatMap((one) => inlineOf(one, place)) }];
    case "emphasis":
      return [{ tag: "em", children: node.children.flatMap((one) => inlineOf(one, place)) }];
    case "break":
      return [{ tag: "br", children: [] }];
    case "link":
      return [
        {
          tag: "a",
          href: safeHref(fillKnown(decodeURI(node.url), place.known)),
          children: node.children.flatMap((one) => inlineOf(one, place)),
        },
      ];
    default:
      throw new Error(`words hold "${node.type}", which is no part of our Markdown`);
  }
}

function safeHref(href: string): string {
  if (/^(\/(?!\/)|#|https:\/\/|mailto:|tel:)/.test(href) || href === handoffLink) return href;
  throw new Error(`"${href}" is no address that words may link to`);
}

/** Texts that stand beside each other as one. */
function joinedTexts(nodes: WordNode[]): WordNode[] {
  const joined: WordNode[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (typeof node === "string" && typeof before === "string") joined.splice(-1, 1, before + node);
    else if (node !== "") joined.push(node);
  }
  return joined;
}

function splitText(text: string, place: WordsContext): WordNode[] {
  const nodes: WordNode[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    nodes.push(text.slice(from, match.index));
    const [, name = "", kind] = match;
    const format = kind === undefined ? undefined : place.formats(kind);
    const known = place.known(name);
    nodes.push(
      known === undefined ? { var: name, ...(format ? { format } : {}) } : shownAs(known, format, undefined),
    );
    from = match.index + match[0].length;
  }
  nodes.push(text.slice(from));
  return joinedTexts(nodes);
}
