import { WordsView } from "../controls/WordsView.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import classes from "./text.module.css";
import { wordsSlot, type BlockProps } from "./types.ts";

/** Words with a form: paragraphs, lists, links. One that stands first names the page. */
export default function Text({ block, page }: BlockProps) {
  const { body: _, ...title } = block;
  return (
    <section className={classes["section"]}>
      {block["title"] !== undefined && (
        <SectionTitle block={title} isFirst={page.screen.blocks[0] === block} />
      )}
      <div className={classes["text"]}>
        <WordsView words={wordsSlot(block, "body") ?? ""} />
      </div>
    </section>
  );
}
