import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** Slots whose words may be paragraphs and lists. */
const bodySlots: ReadonlySet<string> = new Set(["body", "text", "hint", "closing", "signature", "says"]);

/**
 * Whether the words under a key may be paragraphs and lists: its last part is their slot. All others are one line, in which
 * only inline Markdown means anything: a title that begins with `1. ` keeps its number.
 */
export function isBody(key: string): boolean {
  const parts = key.split(".");
  const holder = parts.at(-2);
  // Problems and options have names of their own.
  return holder !== "problems" && holder !== "options" && bodySlots.has(parts.at(-1)!);
}

/** What makes blocks of lines, in the names that micromark has for them. */
const blockConstructs = [
  "blockQuote",
  "codeFenced",
  "codeIndented",
  "definition",
  "headingAtx",
  "htmlFlow",
  "list",
  "setextUnderline",
  "thematicBreak",
];

/** Texts that are remembered: several times those of a project. */
const most = 20_000;
const knownBodies = new Map<string, Root>();
const knownLines = new Map<string, Root>();

/** The Markdown of a text, a body or one line. The same text gives the same tree, which nobody changes. */
export function markdownOf(text: string, body: boolean): Root {
  const known = body ? knownBodies : knownLines;
  const remembered = known.get(text);
  if (remembered) return remembered;
  // A line has no paragraphs either.
  const root = body
    ? fromMarkdown(text)
    : fromMarkdown(text.replace(/\n\s*\n/g, "\n"), { extensions: [{ disable: { null: blockConstructs } }] });
  if (known.size >= most) known.clear();
  known.set(text, root);
  return root;
}

/** An address that only one mail has, and only when it goes out: a link of its words may lead there. */
export const handoffLink = "{handoff.link}";
