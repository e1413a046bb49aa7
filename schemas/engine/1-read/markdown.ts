import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** Texts that are remembered: several times those of a project. */
const most = 20_000;
const known = new Map<string, Root>();

/** The Markdown of a text. The same text gives the same tree, which nobody changes. */
export function markdownOf(text: string): Root {
  const remembered = known.get(text);
  if (remembered) return remembered;
  const root = fromMarkdown(text);
  if (known.size >= most) known.clear();
  known.set(text, root);
  return root;
}

/** An address that only one mail has, and only when it goes out: a link of its words may lead there. */
export const handoffLink = "{handoff.link}";
