import { useEffect, useRef } from "react";
import { WordsView } from "../controls/WordsView.tsx";
import { useWords } from "../page/words.ts";
import blocks from "./blocks.module.css";
import classes from "./sections.module.css";
import { itemsSlot, textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** The width from which there is room for the list of sections beside them. */
const wide = "(min-width: 64rem)";

/**
 * A long text in sections that names the page. They are open where the list of them stands beside the text, and closed on
 * phones, where they are that list. Without its code the style sheet shows them open, or the browser opens them.
 */
export default function Sections({ block }: BlockProps) {
  const { text } = useWords();
  const list = useRef<HTMLDivElement>(null);
  const [title = "", body] = [wordsSlot(block, "title"), wordsSlot(block, "body")];
  const sections = itemsSlot(block).map((section) => ({
    anchor: textSlot(section, "anchor") ?? "",
    title: wordsSlot(section, "title") ?? "",
    body: wordsSlot(section, "body") ?? "",
  }));

  useEffect(() => {
    const parts = list.current;
    if (!parts) return;
    if (matchMedia(wide).matches) for (const part of parts.querySelectorAll("details")) part.open = true;
    // From here on they are as open as they say.
    parts.dataset["alive"] = "";
  }, []);

  return (
    <section className={classes["section"]}>
      <h1 tabIndex={-1}>
        <WordsView words={title} inline />
      </h1>
      {body !== undefined && (
        <div className={classes["intro"]}>
          <WordsView words={body} />
        </div>
      )}
      <div className={classes["columns"]}>
        <nav className={classes["index"]} aria-label={text("sections")}>
          <ol>
            {sections.map((section) => (
              <li key={section.anchor}>
                <a href={`#${section.anchor}`}>
                  <WordsView words={section.title} inline />
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div ref={list} className={classes["list"]}>
          {sections.map((section) => (
            // Somebody, or the address, may have opened it before this code was there.
            <details
              key={section.anchor}
              className={`${blocks["opens"]} ${classes["part"]}`}
              suppressHydrationWarning
            >
              <summary>
                <h2>
                  <WordsView words={section.title} inline />
                </h2>
              </summary>
              {/* Within what opens: browsers open it for whoever comes to its address. */}
              <div id={section.anchor} className={classes["body"]}>
                <WordsView words={section.body} />
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
