import { plainWords } from "../../schemas/engine/evaluate.ts";
import { ScrollTable } from "../controls/ScrollTable.tsx";
import { WordsView } from "../controls/WordsView.tsx";
import { ExampleMark } from "./ExampleMark.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import section from "./section.module.css";
import classes from "./table.module.css";
import { itemsSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A table of words: what is compared in its columns, and a note under it. */
export default function Table({ block, page }: BlockProps) {
  const note = wordsSlot(block, "note");
  const items = itemsSlot(block);
  const example = items.find((item) => item["example"] === true);
  const rows = items.map(({ cells }) => {
    const [name = "", ...others] = cells as string[];
    return { name, cells: others };
  });
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      {example && (
        <div className={classes["mark"]}>
          <ExampleMark of={example} />
        </div>
      )}
      <ScrollTable
        label={plainWords(wordsSlot(block, "title") ?? "")}
        head={(block["columns"] ?? []) as string[]}
        rows={rows}
      />
      {note !== undefined && (
        <div className={classes["note"]}>
          <WordsView words={note} />
        </div>
      )}
    </section>
  );
}
