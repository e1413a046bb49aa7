import { WordsView } from "../controls/WordsView.tsx";
import type { ViewProps } from "../page/view-props.ts";
import classes from "./properties.module.css";

/** One thing: what its block says of it, in columns. What it does not have is left out. */
export default function Details({ items, block, page }: ViewProps) {
  const item = items?.[0];
  if (!item) return null;
  // Below the title of its block, which names the page where it stands first.
  const Title = page?.screen.blocks[0] === block ? "h2" : "h3";
  return (
    <>
      <Title>
        <WordsView words={item.title} inline />
      </Title>
      <dl className={classes["properties"]}>
        {item.facts.map(
          ({ label, text }) =>
            text !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <WordsView words={text} inline />
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
