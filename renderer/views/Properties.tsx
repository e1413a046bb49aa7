import type { ViewProps } from "../page/view-props.ts";
import classes from "./properties.module.css";

/** What something is like, by name, in columns; folded away with one press where the block says so. */
export default function Properties({ value, block, own }: ViewProps) {
  const rows = value as { name: string; label: string }[];
  const list = (
    <dl className={classes["properties"]}>
      {rows.map(({ name, label }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
  if (block["layout"] !== "folded") return list;
  return (
    <details className={classes["folded"]} open>
      <summary>{own.fill("all", { count: String(rows.length) })}</summary>
      {list}
    </details>
  );
}
