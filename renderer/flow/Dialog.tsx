import type { KeyboardEvent } from "react";
import type { RunDialog } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { Button } from "../controls/Button.tsx";
import classes from "../controls/dialog.module.css";
import { useModal } from "../controls/use-modal.ts";
import { useFlow } from "../run/context.ts";
import { usePartId } from "../run/field-id.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { NoticeText } from "./Notice.tsx";
import type { RunView } from "../run/run-view.ts";

/**
 * What is asked before the person goes on. The platform's own modal dialog: it keeps the focus, and gives it back to
 * where it was. Closing it is one of its buttons' business, so Escape presses the one that there is, or nothing.
 */
export function Dialog({ dialog, view }: { dialog: RunDialog; view: RunView }) {
  const { flow, run } = useFlow();
  const reader = useWords();
  const [titleId, bodyId] = [usePartId("dialog-title"), usePartId("dialog-body")];
  const buttons = flow.dialogs[dialog.id]?.buttons ?? [];

  const press = (button: string): void => void run.answer(button);
  const pressOnly = (): void => {
    if (buttons.length === 1) press(buttons[0]!.id);
  };
  // Before the browser means to close it, which it does not always let anybody hold up: only an answer closes it.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    pressOnly();
  };
  const box = useModal(pressOnly);
  return (
    <dialog
      ref={box}
      className={classes["dialog"]}
      aria-labelledby={titleId}
      aria-describedby={dialog.body === undefined ? undefined : bodyId}
      onKeyDown={onKeyDown}
    >
      <h2 id={titleId} tabIndex={-1}>
        <WordsView words={dialog.title} inline />
      </h2>
      {dialog.body !== undefined && (
        <div id={bodyId}>
          <WordsView words={dialog.body} />
        </div>
      )}
      {view.notice && (
        <p className={classes["notice"]} role="alert">
          <NoticeText notice={view.notice} reader={reader} />
        </p>
      )}
      <div className={classes["buttons"]}>
        {buttons.map(({ id, label }, index) => (
          <Button
            key={id}
            size="lg"
            variant={index === 0 ? "filled" : "outline"}
            aria-disabled={view.busy || undefined}
            onClick={() => press(id)}
          >
            <FilledWords words={label} inline />
          </Button>
        ))}
      </div>
      <p className={classes["status"]} role="status">
        {view.busy ? reader.text("summary.busy") : ""}
      </p>
    </dialog>
  );
}
