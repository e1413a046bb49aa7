import { hasRows, ViewFrame } from "../views/ViewFrame.tsx";
import { useResults } from "../views/use-results.ts";
import { SectionTitle } from "./SectionTitle.tsx";
import { textSlot, type BlockProps } from "./types.ts";
import classes from "./view.module.css";

/** What a query of the page gave. One that stands first names the page. */
export function View({ block, page }: BlockProps) {
  const results = useResults(page, block);
  const hasTitle = block["title"] !== undefined;
  const isFirst = page.screen.blocks[0] === block;
  if (block["hideEmpty"] === true && !hasRows(results)) return null;
  return (
    <section className={classes["view"]} id={textSlot(block, "anchor")}>
      {hasTitle && <SectionTitle block={block} isFirst={isFirst} />}
      <ViewFrame block={block} page={page} results={results} hasTitle={hasTitle && !isFirst} />
    </section>
  );
}
