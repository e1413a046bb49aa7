import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../app/words.ts";
import { Fieldset } from "./Fieldset.tsx";
import type { RowsProps } from "./types.ts";
import classes from "./widgets.module.css";

/** Where the focus goes when the rows have changed: into a new row, to the row that took another's place, or to the button. */
type Next = { row: string; into: boolean } | { add: true };

const focusable = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/** Rows of fields, each with a name and a way to take it away, and a button for one more. */
export function Rows({ rows, enabled, add, full, removable, onAdd, onRemove, ...frame }: RowsProps) {
  const { id } = frame;
  const { text } = useWords();
  const [next, setNext] = useState<Next>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!next || !box.current) return;
    setNext(undefined);
    if ("add" in next) return document.getElementById(id)?.focus();
    const row = box.current.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.row)}"]`);
    (next.into ? (row?.querySelector<HTMLElement>(focusable) ?? row) : row)?.focus();
  }, [next, id]);

  const press = (): void => {
    if (full !== undefined || !enabled) return;
    const row = onAdd();
    if (row !== undefined) setNext({ row, into: true });
  };
  const remove = (index: number): void => {
    onRemove(rows[index]!.id);
    const after = rows[index + 1];
    setNext(after ? { row: after.id, into: false } : { add: true });
  };

  const fullId = `${id}-full`;
  return (
    <Fieldset {...frame}>
      <div className={classes["rows"]} ref={box}>
        {rows.length === 0 && <p className={classes["empty"]}>{text("rows.empty")}</p>}
        {rows.map(({ id: row, title, content }, index) => (
          <fieldset key={row} className={classes["row"]} data-row={row} tabIndex={-1}>
            <legend className={classes["rowTitle"]}>{title}</legend>
            <div className={classes["grouped"]}>{content}</div>
            {removable && (
              <Button
                variant="subtle"
                size="sm"
                className={classes["removeRow"]}
                aria-label={`${text("rows.remove")}: ${title}`}
                onClick={() => remove(index)}
              >
                {text("rows.remove")}
              </Button>
            )}
          </fieldset>
        ))}
        <div className={classes["addRow"]}>
          <Button
            id={id}
            variant="outline"
            size="md"
            // Stays focusable, so that nobody loses their place, and says why nothing happens.
            aria-disabled={full !== undefined || !enabled || undefined}
            aria-describedby={full === undefined ? undefined : fullId}
            onClick={press}
          >
            {add}
          </Button>
          <p className={classes["full"]} id={fullId} role="status">
            {full}
          </p>
        </div>
      </div>
    </Fieldset>
  );
}
