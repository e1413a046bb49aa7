import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import classes from "./widgets.module.css";

/** What a button of a row does to its place. */
export type Command = "up" | "down";

export interface RowActionsProps {
  title: string;
  first: boolean;
  last: boolean;
  onMove?: ((by: number, command: Command) => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** The buttons of one row. Those that lead nowhere can still be reached, so that nobody loses their place. */
export function RowActions({ title, first, last, onMove, onRemove }: RowActionsProps) {
  const { text } = useWords();
  if (!onMove && !onRemove) return null;
  const mover = (command: Command, by: number, stuck: boolean) => (
    <Button
      variant="subtle"
      size="sm"
      data-command={command}
      aria-label={`${text(`form.${command}`)}: ${title}`}
      aria-disabled={stuck || undefined}
      onClick={() => onMove!(by, command)}
      mark={<Arrow down={by > 0} />}
    >
      {text(`form.${command}`)}
    </Button>
  );
  return (
    <div className={classes["rowActions"]}>
      {onMove && mover("up", -1, first)}
      {onMove && mover("down", 1, last)}
      {onRemove && (
        <Button
          variant="subtle"
          size="sm"
          className={classes["removeRow"]}
          aria-label={`${text("rows.remove")}: ${title}`}
          onClick={onRemove}
        >
          {text("rows.remove")}
        </Button>
      )}
    </div>
  );
}

const Arrow = ({ down }: { down: boolean }) => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <path
      d={down ? "M7 2v10M3 8l4 4 4-4" : "M7 12V2M3 6l4-4 4 4"}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
