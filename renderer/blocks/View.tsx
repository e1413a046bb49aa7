import { createElement } from "react";
import { viewFrame } from "../views/registry.ts";
import { SectionTitle } from "./SectionTitle.tsx";
import type { BlockProps } from "./types.ts";
import classes from "./view.module.css";

/** What a query of the page gave. The code that draws it comes with the page. */
export function View({ block, page }: BlockProps) {
  const hasTitle = block["title"] !== undefined;
  return (
    <section className={classes["view"]}>
      {hasTitle && <SectionTitle block={block} />}
      {createElement(viewFrame(), { block, page, hasTitle })}
    </section>
  );
}
