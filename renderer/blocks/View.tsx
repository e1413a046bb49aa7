import { hasRows, ViewFrame } from "../views/ViewFrame.tsx";
import { isDeferred } from "../../schemas/engine/evaluate.ts";
import { useResults, type Results } from "../views/use-results.ts";
import { Deferred } from "./Deferred.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import { textSlot, type BlockProps } from "./types.ts";
import classes from "./view.module.css";

/** What a query of the page gave. */
export function View(props: BlockProps) {
  const { block, page } = props;
  if (isDeferred(block)) return <Deferred of={Shown} block={block} page={page} />;
  return block["whenEmpty"] === undefined ? <Shown {...props} /> : <ShownWhenEmpty {...props} />;
}

/** One that stands first names the page. */
function Shown({ block, page }: BlockProps) {
  const results = useResults(page, block);
  const hasTitle = block["title"] !== undefined;
  const isFirst = page.screen.blocks[0] === block;
  if (block["hideEmpty"] === true && !hasPlace(block, results)) return null;
  return (
    <section className={classes["view"]} id={textSlot(block, "anchor")}>
      {hasTitle && <SectionTitle block={block} isFirst={isFirst} />}
      <ViewFrame block={block} page={page} results={results} hasTitle={hasTitle && !isFirst} />
    </section>
  );
}

/** What slides, or says how many rows it will have, keeps its place while it is awaited: nothing moves when it comes. */
const hasPlace = ({ slider, skeletons }: BlockProps["block"], results: Results): boolean =>
  hasRows(results) || ((slider ?? skeletons) !== undefined && results.status === "loading");

/** Shown only where the block of another query has found nothing. */
function ShownWhenEmpty({ block, page }: BlockProps) {
  const other = page.screen.blocks.find(
    (one) => one.block === "view" && one["data"] === block["whenEmpty"] && one !== block,
  );
  const { status } = useResults(page, other ?? block);
  return status === "empty" ? <Shown block={block} page={page} /> : null;
}
