/** Words as paragraphs and list items, for what is drawn and not marked up. */
import type { WordNode, Words } from "../../schemas/engine/serve.ts";

/** Text in one face. */
export interface TextRun {
  text: string;
  bold: boolean;
}

export interface Block {
  runs: TextRun[];
  /** Of a list item: what stands before it, and how deep its list is (0 is outermost). */
  item?: { mark: string; depth: number };
}

/** An address that is worth following; anything else is left out. */
export const safeHref = (href: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|tel:)/i.test(href) ? href : undefined;

/** Words in blocks, in order. Throws where a placeholder was not filled. */
export function blocksOf(words: Words): Block[] {
  const blocks: Block[] = [];
  addBlocks(typeof words === "string" ? [words] : words, blocks, undefined, 0);
  return blocks.filter(({ runs }) => runs.some(({ text }) => text.trim() !== ""));
}

function addBlocks(nodes: WordNode[], blocks: Block[], first: Block["item"], depth: number): void {
  let item = first;
  let open: Block | undefined;
  const begin = (): Block => {
    const block: Block = { runs: [], ...(item ? { item } : {}) };
    // Only the first paragraph of an item has its mark.
    if (item) item = { ...item, mark: "" };
    blocks.push(block);
    return block;
  };
  for (const node of nodes) {
    if (typeof node === "object" && "tag" in node && node.tag === "p") {
      addRuns(node.children, begin().runs, false);
      open = undefined;
    } else if (typeof node === "object" && "tag" in node && (node.tag === "ul" || node.tag === "ol")) {
      open = undefined;
      const numbers = node.tag === "ol";
      node.children.forEach((child, index) => {
        const children = typeof child === "object" && "tag" in child ? child.children : [child];
        addBlocks(children, blocks, { mark: numbers ? `${index + 1}.` : "•", depth }, depth + 1);
      });
    } else {
      open ??= begin();
      addRuns([node], open.runs, false);
    }
  }
}

function addRuns(nodes: WordNode[], runs: TextRun[], bold: boolean): void {
  for (const node of nodes) {
    if (typeof node === "string") {
      runs.push({ text: node, bold });
    } else if ("var" in node) {
      throw new Error(`The placeholder {${node.var}} of a document was not filled`);
    } else if (node.tag === "br") {
      runs.push({ text: "\n", bold });
    } else {
      const from = runs.length;
      addRuns(node.children, runs, bold || node.tag === "strong");
      if (node.tag === "a") {
        const href = safeHref(node.href);
        const shown = runs
          .slice(from)
          .map(({ text }) => text)
          .join("");
        // On paper a link is of use only where its address can be read.
        if (href && href !== shown) runs.push({ text: ` (${href.replace(/^(?:mailto|tel):/i, "")})`, bold });
      }
    }
  }
}

/** The text of words in one line after another. */
export const blocksText = (words: Words): string =>
  blocksOf(words)
    .map(({ runs, item }) => {
      const text = runs
        .map((run) => run.text)
        .join("")
        .trim();
      return item?.mark ? `${item.mark} ${text}` : text;
    })
    .join("\n");
