import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import classes from "./facts.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import { itemsSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A strip of reasons. */
export default function Facts({ block }: BlockProps) {
  return (
    <section className={classes["strip"]}>
      <div className={classes["inner"]}>
        <SectionTitle block={block} />
        <ol className={classes["facts"]}>
          {itemsSlot(block).map((item) => {
            const [title = "", body] = [wordsSlot(item, "title"), wordsSlot(item, "body")];
            return (
              <li key={plainWords(title)}>
                <h3>
                  <WordsView words={title} inline />
                </h3>
                {body !== undefined && <WordsView words={body} />}
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
