import { createElement, type ReactNode } from "react";
import { Link } from "react-router";
import type { WordNode, Words } from "../../schemas/engine/evaluate.ts";
import { isOwnPath } from "./links.ts";

/**
 * Words as elements. `inline`: paragraphs become spans, for headings and labels, which may hold no others. What a person typed is text in
 * here, whatever it looks like; so is a placeholder that was not filled.
 */
export function WordsView({ words, inline = false }: { words: Words; inline?: boolean }) {
  if (typeof words === "string") return inline ? words : <p>{words}</p>;
  const nodes = words.map((node, index) => draw(node, index, inline));
  const blocks = words.some((node) => typeof node === "object" && "tag" in node && isBlock(node.tag));
  return inline || blocks ? nodes : <p>{nodes}</p>;
}

const isBlock = (tag: string): boolean => tag === "p" || tag === "ul" || tag === "ol";

function draw(node: WordNode, key: number, inline: boolean): ReactNode {
  if (typeof node === "string") return node;
  if ("var" in node) return `{${node.var}}`;
  const children = node.children.map((child, index) => draw(child, index, inline));
  if (node.tag === "a") {
    return (
      <Anchor key={key} href={node.href}>
        {children}
      </Anchor>
    );
  }
  if (node.tag === "br") return <br key={key} />;
  if (inline && node.tag === "p") return <span key={key}>{children}</span>;
  return createElement(node.tag, { key }, ...children);
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  if (isOwnPath(href)) return <Link to={href}>{children}</Link>;
  // The checker lets no other scheme through; a page that is drawn anyway must not run what an address says.
  if (!/^(https?:|mailto:|tel:|#)/i.test(href)) return children;
  return (
    <a href={href} rel="noopener">
      {children}
    </a>
  );
}
