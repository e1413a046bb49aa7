import type { ViewProps } from "../page/view-props.ts";
import classes from "./properties.module.css";

/** What something is like, by name, in columns. */
export default function Properties({ value }: ViewProps) {
  const rows = value as { name: string; label: string }[];
  return (
    <dl className={classes["properties"]}>
      {rows.map(({ name, label }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
