import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import classes from "./table.module.css";
import { itemsSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A table; the first cell names its row. One that is wider than a phone is scrolled in its place, by keys too. */
export default function Table({ block, page }: BlockProps) {
  const columns = (block["columns"] ?? []) as string[];
  const note = wordsSlot(block, "note");
  return (
    <section className={classes["section"]}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      <div
        className={classes["scroll"]}
        role="region"
        aria-label={plainWords(wordsSlot(block, "title") ?? "")}
        // Whoever has no pointer scrolls it with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {itemsSlot(block).map(({ cells }, index) => (
              // Items of a block do not move.
              // oxlint-disable-next-line react/no-array-index-key
              <Row key={index} cells={cells as string[]} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {note !== undefined && (
        <div className={classes["note"]}>
          <WordsView words={note} />
        </div>
      )}
    </section>
  );
}

/** As many cells as there are columns, whatever was written. */
function Row({ cells: [name, ...cells], columns: [, ...columns] }: { cells: string[]; columns: string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column, index) => (
        <td key={column}>{cells[index]}</td>
      ))}
    </tr>
  );
}
