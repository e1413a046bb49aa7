import { fromMarkdown } from "mdast-util-from-markdown";
import type { PhrasingContent, RootContent } from "mdast";
import type { WordNode, Words } from "../types.ts";

/** Gives the text of a placeholder that is known when a brand is compiled; undefined for those that a run fills. */
export type KnownPlaceholders = (name: string) => string | undefined;

const placeholder = /\{([A-Za-z][A-Za-z0-9.]*)\}/g;

/** The names of the placeholders in a text. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(placeholder)].map((match) => match[1]!);

/**
 * Compiles Markdown with placeholders. Text without either stays a plain string.
 * Known placeholders enter as text after the Markdown was read, so that they can become no markup.
 */
export function compileWords(text: string, known: KnownPlaceholders): Words {
  const nodes = fromMarkdown(text).children.flatMap((node) => blockOf(node, known));
  const only = nodes[0];
  const inline =
    nodes.length === 1 && typeof only === "object" && "tag" in only && only.tag === "p"
      ? only.children
      : undefined;
  if (nodes.length === 0) return text;
  if (inline?.every((node) => typeof node === "string")) return inline.join("");
  return inline ?? nodes;
}

/** Text with known placeholders only; what is not known stays as it is written. */
export const fillKnown = (text: string, known: KnownPlaceholders): string =>
  text.replace(placeholder, (whole, name: string) => known(name) ?? whole);

function blockOf(node: RootContent, known: KnownPlaceholders): WordNode[] {
  switch (node.type) {
    case "paragraph":
      return [{ tag: "p", children: node.children.flatMap((child) => inlineOf(child, known)) }];
    case "list":
      return [
        {
          tag: node.ordered ? "ol" : "ul",
          children: node.children.map((item) => ({
            tag: "li",
            children: item.children.flatMap((child) => withoutParagraph(blockOf(child, known))),
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

function inlineOf(node: PhrasingContent, known: KnownPlaceholders): WordNode[] {
  switch (node.type) {
    case "text":
      return splitText(node.value, known);
    case "strong":
      return [{ tag: "strong", children: node.children.flatMap((one) => inlineOf(one, known)) }];
    case "emphasis":
      return [{ tag: "em", children: node.children.flatMap((one) => inlineOf(one, known)) }];
    case "break":
      return [{ tag: "br", children: [] }];
    case "link":
      return [
        {
          tag: "a",
          href: safeHref(fillKnown(decodeURI(node.url), known)),
          children: node.children.flatMap((one) => inlineOf(one, known)),
        },
      ];
    default:
      throw new Error(`words hold "${node.type}", which is no part of our Markdown`);
  }
}

function safeHref(href: string): string {
  if (/^(\/(?!\/)|#|https:\/\/|mailto:|tel:)/.test(href)) return href;
  throw new Error(`"${href}" is no address that words may link to`);
}

function splitText(text: string, known: KnownPlaceholders): WordNode[] {
  const nodes: WordNode[] = [];
  const add = (node: WordNode): void => {
    const before = nodes.at(-1);
    if (typeof node === "string" && typeof before === "string") nodes.splice(-1, 1, before + node);
    else if (node !== "") nodes.push(node);
  };
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    add(text.slice(from, match.index));
    const name = match[1]!;
    add(known(name) ?? { var: name });
    from = match.index + match[0].length;
  }
  add(text.slice(from));
  return nodes;
}
