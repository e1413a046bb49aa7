import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { Fieldset } from "./Fieldset.tsx";
import { RowActions, type Command } from "./RowActions.tsx";
import type { RowsProps } from "./types.ts";
import classes from "./widgets.module.css";

/** Where the focus goes when the rows have changed: to a row, into it, to one of its buttons, or to the one that adds. */
type Next = { row: string; to: "row" | "field" | Command } | { add: true };

const focusable = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
/** What has a use of its own for the keys that move a row. */
const keepsArrows = "select, textarea, [role=combobox]";

/** Rows of fields, each with a name and a way to take it away, and a button for one more. */
export function Rows(props: RowsProps) {
  const { rows, enabled, add, full, removable, onAdd, onRemove, onMove, ...frame } = props;
  const { id } = frame;
  const { text, fill } = useWords();
  const [next, setNext] = useState<Next>();
  const [said, setSaid] = useState("");
  const [gone, setGone] = useState<{ title: string; bringBack(): void; row: string }>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!next || !box.current) return;
    setNext(undefined);
    if ("add" in next) return document.getElementById(id)?.focus();
    const row = box.current.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.row)}"]`);
    const inner = next.to === "field" ? focusable : `[data-command="${next.to}"]`;
    (next.to === "row" ? row : (row?.querySelector<HTMLElement>(inner) ?? row))?.focus();
  }, [next, id]);

  const press = (): void => {
    if (full !== undefined || !enabled) return;
    setGone(undefined);
    const row = onAdd();
    if (row !== undefined) setNext({ row, to: "field" });
  };
  const remove = (index: number): void => {
    const { id: row, title } = rows[index]!;
    const bringBack = onRemove(row);
    setSaid("");
    setGone(bringBack && { title, bringBack, row });
    const after = rows[index + 1];
    setNext(after ? { row: after.id, to: "row" } : { add: true });
  };
  const undo = (): void => {
    if (!gone) return;
    gone.bringBack();
    setGone(undefined);
    setNext({ row: gone.row, to: "row" });
  };
  const move = (index: number, by: number, to: "row" | Command): void => {
    const { id: row, title } = rows[index]!;
    const place = index + by;
    if (!onMove || !enabled || place < 0 || place >= rows.length) return;
    onMove(row, by);
    setGone(undefined);
    setSaid(fill("rows.moved", { title, number: String(place + 1), count: String(rows.length) }));
    setNext({ row, to });
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!onMove || !event.altKey || by === undefined) return;
    const target = event.target as Element;
    if (target.matches(keepsArrows)) return;
    event.preventDefault();
    const command = target.getAttribute("data-command") as Command | null;
    move(index, by, command ?? "row");
  };

  const fullId = `${id}-full`;
  return (
    <Fieldset {...frame}>
      <div className={classes["rows"]} ref={box}>
        {rows.length === 0 && <p className={classes["empty"]}>{text("rows.empty")}</p>}
        {rows.map(({ id: row, title, content }, index) => (
          // The keys of what is in it: it is no control itself.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <fieldset
            key={row}
            className={classes["row"]}
            data-row={row}
            tabIndex={-1}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <legend className={classes["rowTitle"]}>{title}</legend>
            <div className={classes["grouped"]}>{content}</div>
            <RowActions
              title={title}
              first={index === 0}
              last={index === rows.length - 1}
              onMove={onMove && ((by, command) => move(index, by, command))}
              onRemove={removable ? () => remove(index) : undefined}
            />
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
        <div className={classes["undo"]} role="status">
          {gone ? (
            <>
              <span>{fill("rows.removed", { title: gone.title })}</span>
              {full === undefined && (
                <Button variant="subtle" size="sm" onClick={undo}>
                  {text("undo")}
                </Button>
              )}
            </>
          ) : (
            <span className={visuallyHidden}>{said}</span>
          )}
        </div>
      </div>
    </Fieldset>
  );
}
