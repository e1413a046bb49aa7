import { WordsView } from "../controls/WordsView.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { useWords } from "../page/words.ts";
import { ExampleMark } from "./ExampleMark.tsx";
import section from "./section.module.css";
import classes from "./reviews.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import { itemsSlot, textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** What customers say, in their words. It is told to no search engine: nobody here can prove who wrote it. */
export default function Reviews({ block, page }: BlockProps) {
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      <ul className={classes["reviews"]}>
        {itemsSlot(block).map((item, index) => (
          // Items of a block do not move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <figure className={classes["review"]}>
              <ExampleMark of={item} />
              <Stars count={item["stars"]} />
              <blockquote>
                <WordsView words={wordsSlot(item, "body") ?? ""} />
              </blockquote>
              <figcaption>
                <strong>
                  <WordsView words={wordsSlot(item, "title") ?? ""} inline />
                </strong>
                {textSlot(item, "about") !== undefined && <span>{textSlot(item, "about")}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

const most = 5;

function Stars({ count }: { count: unknown }) {
  const { fill } = useWords();
  if (typeof count !== "number") return null;
  return (
    <p className={classes["stars"]}>
      <span aria-hidden="true">
        {"★".repeat(count)}
        <span>{"★".repeat(most - count)}</span>
      </span>
      <span className={visuallyHidden}>{fill("stars", { count: String(count), most: String(most) })}</span>
    </p>
  );
}
