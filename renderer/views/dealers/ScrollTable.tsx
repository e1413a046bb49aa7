import classes from "./credit.module.css";

interface ScrollTableProps {
  label: string;
  head: string[];
  rows: { name: string; cells: string[]; isChosen?: boolean }[];
}

/** A table of amounts. One that is wider than a phone is scrolled in its place, by keys too. */
export function ScrollTable({ label, head, rows }: ScrollTableProps) {
  return (
    // Whoever has no pointer scrolls it with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes["scroll"]} role="region" aria-label={label} tabIndex={0}>
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
          {rows.map(({ name, cells, isChosen }) => (
            <tr key={name} data-chosen={isChosen || undefined} aria-current={isChosen || undefined}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
