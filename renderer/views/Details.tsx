import { WordsView } from "../controls/WordsView.tsx";
import type { ViewProps } from "../page/view-props.ts";
import classes from "./properties.module.css";

/** One thing: what its block says of it, in columns. What it does not have is left out. */
export default function Details({ items }: ViewProps) {
  const item = items?.[0];
  if (!item) return null;
  return (
    <>
      <h3>
        <WordsView words={item.title} inline />
      </h3>
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
