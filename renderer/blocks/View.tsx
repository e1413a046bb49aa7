import { ViewFrame } from "../views/ViewFrame.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import { textSlot, type BlockProps } from "./types.ts";
import classes from "./view.module.css";

/** What a query of the page gave. */
export function View({ block, page }: BlockProps) {
  const hasTitle = block["title"] !== undefined;
  return (
    <section className={classes["view"]} id={textSlot(block, "anchor")}>
      {hasTitle && <SectionTitle block={block} />}
      <ViewFrame block={block} page={page} hasTitle={hasTitle} />
    </section>
  );
}
