import { useId } from "react";
import type { ViewProps } from "../page/view-props.ts";
import classes from "./groups.module.css";

/** Letters of a name that are read at once. */
const readAtOnce = 45;

/** Names in groups, of which one is open at a time. */
export default function Groups({ value, block }: ViewProps) {
  const isWhole = block["layout"] === "list";
  const groups = (value as { name: string; items: string[] }[]).filter(({ items }) => items.length > 0);
  const id = useId();
  return (
    <div className={classes["groups"]}>
      {groups.map(({ name, items }, index) => (
        // Of those with one name the platform leaves one open.
        <details key={name} name={id} open={index === 0}>
          <summary>
            {name} <span>({items.length})</span>
          </summary>
          <ul data-whole={isWhole || undefined}>
            {items.map((item) => (
              <li key={item}>{isWhole ? item : <Item name={item} />}</li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** A name that is too long is cut, and read whole by who presses it. */
function Item({ name }: { name: string }) {
  if (name.length <= readAtOnce) return name;
  return (
    <details className={classes["long"]}>
      <summary>{name.slice(0, readAtOnce).trimEnd()}…</summary>
      {name}
    </details>
  );
}
