import { Fragment, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { anchorOf, plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { placeNamed, reveal } from "../page/reveal.ts";
import { useWords } from "../page/words.ts";
import { visuallyHidden } from "../controls/classes.ts";
import blocks from "./blocks.module.css";
import section from "./section.module.css";
import classes from "./questions.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import { itemsSlot, wordsSlot, type BlockProps, type BlockHolder } from "./types.ts";

/** Questions that open, by topic. The browser's own controls choose and open them, so that they do without code. */
export default function Questions({ block }: BlockProps) {
  const { text } = useWords();
  const id = useId();
  const topics = itemsSlot(block);
  const [only] = topics;
  const { hash } = useLocation();
  const root = useRef<HTMLElement>(null);
  // The question that an address names may be of another topic than the first.
  useEffect(() => {
    const named = document.getElementById(placeNamed(hash));
    if (!named || !root.current!.contains(named)) return;
    const shown = [...root.current!.querySelectorAll("input")].find((input) =>
      input.nextElementSibling?.nextElementSibling?.contains(named),
    );
    if (shown) shown.checked = true;
    reveal(hash);
  }, [hash]);
  return (
    <section ref={root} className={`${section["section"]} ${classes["questions"]}`}>
      <SectionTitle block={block} />
      {topics.length > 1 ? (
        <fieldset className={classes["topics"]}>
          <legend className={visuallyHidden}>{text("topics")}</legend>
          {topics.map((topic, index) => (
            // Topics neither move nor come and go.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              <input
                type="radio"
                id={`${id}-${index}`}
                name={id}
                defaultChecked={index === 0}
                className={visuallyHidden}
                // Somebody may have chosen another before this code was there.
                suppressHydrationWarning
              />
              <label htmlFor={`${id}-${index}`} className={classes["topic"]}>
                {plainWords(wordsSlot(topic, "title") ?? "")}
              </label>
              <div className={classes["panel"]}>
                <Topic topic={topic} />
              </div>
            </Fragment>
          ))}
        </fieldset>
      ) : (
        only && <Topic topic={only} />
      )}
    </section>
  );
}

function Topic({ topic }: { topic: BlockHolder }) {
  return (
    <>
      <h3>
        <WordsView words={wordsSlot(topic, "title") ?? ""} inline />
      </h3>
      {itemsSlot(topic).map((question, index) => (
        <details
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          id={anchorOf(plainWords(wordsSlot(question, "title") ?? "")) || undefined}
          className={`${blocks["opens"]} ${classes["question"]}`}
          suppressHydrationWarning
        >
          <summary>
            <WordsView words={wordsSlot(question, "title") ?? ""} inline />
          </summary>
          <div className={classes["answer"]}>
            <WordsView words={wordsSlot(question, "body") ?? ""} />
          </div>
        </details>
      ))}
    </>
  );
}
