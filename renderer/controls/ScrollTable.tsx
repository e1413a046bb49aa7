import { Children, type ReactNode } from "react";
import classes from "./scroll-table.module.css";

interface ScrollTableProps {
  label: string;
  head: readonly string[];
  /** As many cells are shown as there are columns; the name stands in the first. */
  rows: readonly { name: string; cells: readonly string[]; isChosen?: boolean }[];
  /** Whether its cells are amounts: in line at their ends, and its head stays while they are scrolled. */
  isOfAmounts?: boolean;
  /** Where there is no room for its columns, each row is a list of what its cells are called. */
  isFolded?: boolean;
}

/** A number with hyphens, such as an account's, is read and copied in one line. */
const wholeNumbers = (text = ""): ReactNode =>
  Children.toArray(
    text
      .split(/(\d+(?:-\d+)+)/)
      .map((part, index) => (index % 2 === 1 ? <span className={classes["whole"]}>{part}</span> : part)),
  );

/** A table whose first cell names its row. One that is wider than a phone is scrolled in its place, by keys too. */
export function ScrollTable({ label, head, rows, isOfAmounts, isFolded }: ScrollTableProps) {
  const [first, ...columns] = head;
  return (
    <div
      className={classes["scroll"]}
      data-amounts={isOfAmounts || undefined}
      data-folded={isFolded || undefined}
      role="region"
      aria-label={label}
      // Whoever has no pointer scrolls it with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, isChosen }, index) => (
            // Two rows may have one name, and none moves.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} data-chosen={isChosen || undefined} aria-current={isChosen || undefined}>
              <th scope="row" data-column={isFolded ? first : undefined}>
                {name}
              </th>
              {columns.map((column, at) => (
                <td key={column} data-column={isFolded ? column : undefined}>
                  {wholeNumbers(cells[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
