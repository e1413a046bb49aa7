import type { CompiledBlock } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import classes from "./section.module.css";
import { wordsSlot } from "./types.ts";

/** The title of a block that does not name the page, and what is said below it. */
export function SectionTitle({ block }: { block: CompiledBlock }) {
  const [title, body] = [wordsSlot(block, "title"), wordsSlot(block, "body")];
  return (
    <div className={classes["title"]}>
      {title !== undefined && (
        <h2>
          <WordsView words={title} inline />
        </h2>
      )}
      {body !== undefined && <WordsView words={body} />}
    </div>
  );
}
