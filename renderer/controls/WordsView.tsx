import { createElement, Fragment, use, type ReactNode } from "react";
import { Link } from "react-router";
import { isOwnPath, type WordNode, type Words } from "../../schemas/engine/evaluate.ts";
import { visuallyHidden } from "./classes.ts";
import { isPagePath } from "../page/links.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { useWords } from "../page/words.ts";

interface WordsViewProps {
  words: Words;
  inline?: boolean;
  /** Links open beside the page: what is typed here must not be left for them. */
  apart?: boolean;
}

/**
 * Words as elements. `inline`: paragraphs become spans, for headings and labels, which may hold no others. What a person
 * typed is text in here, whatever it looks like; so is a placeholder that was not filled.
 */
export function WordsView({ words, inline = false, apart = false }: WordsViewProps) {
  if (typeof words === "string") return inline ? breaking(words) : <p>{breaking(words)}</p>;
  const nodes = words.map((node, index) => draw(node, index, inline, apart));
  const blocks = words.some((node) => typeof node === "object" && "tag" in node && isBlock(node.tag));
  return inline || blocks ? nodes : <p>{nodes}</p>;
}

const isBlock = (tag: string): boolean => tag === "p" || tag === "ul" || tag === "ol";

/** A long address of mail goes on in the next line after its @: it would be cut anywhere, such as before a full stop. */
function breaking(text: string): ReactNode {
  if (!text.includes("@")) return text;
  const parts = text.split(/(\S{8,}@)(?=\S{8})/);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // Parts of a text do not move.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ),
  );
}

function draw(node: WordNode, key: number, inline: boolean, apart: boolean): ReactNode {
  if (typeof node === "string") return breaking(node);
  if ("var" in node) return `{${node.var}}`;
  const children = node.children.map((child, index) => draw(child, index, inline, apart));
  if (node.tag === "a") {
    return (
      <Anchor key={key} href={node.href} apart={apart}>
        {children}
      </Anchor>
    );
  }
  if (node.tag === "br") return <br key={key} />;
  if (inline && node.tag === "p") return <span key={key}>{children}</span>;
  return createElement(node.tag, { key }, ...children);
}

function Anchor({ href, apart, children }: { href: string; apart: boolean; children: ReactNode }) {
  const outside = use(OutsideSite);
  if (outside && isOwnPath(href)) {
    return outside.site === undefined ? children : <Apart href={outside.site + href}>{children}</Apart>;
  }
  if (isPagePath(href))
    return apart ? <Apart href={href}>{children}</Apart> : <Link to={href}>{children}</Link>;
  // The checker lets no other scheme through; a page that is drawn anyway must not run what an address says.
  if (!isOwnPath(href) && !/^(https?:|mailto:|tel:|#)/i.test(href)) return children;
  if (apart && /^https?:/i.test(href)) return <Apart href={href}>{children}</Apart>;
  return (
    <a href={href} rel="noopener">
      {children}
    </a>
  );
}

function Apart({ href, children }: { href: string; children: ReactNode }) {
  const { text } = useWords();
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className={visuallyHidden}> ({text("newTab")})</span>
    </a>
  );
}
