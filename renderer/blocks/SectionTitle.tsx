import type { CompiledBlock } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import classes from "./section.module.css";
import { wordsSlot } from "./types.ts";

/** The title of a block, and what is said below it. One that stands first may name the page. */
export function SectionTitle({ block, isFirst = false }: { block: CompiledBlock; isFirst?: boolean }) {
  const Title = isFirst ? "h1" : "h2";
  const [title, body] = [wordsSlot(block, "title"), wordsSlot(block, "body")];
  return (
    <div className={classes["title"]}>
      {title !== undefined && (
        <Title tabIndex={isFirst ? -1 : undefined}>
          <WordsView words={title} inline />
        </Title>
      )}
      {body !== undefined && <WordsView words={body} />}
    </div>
  );
}
