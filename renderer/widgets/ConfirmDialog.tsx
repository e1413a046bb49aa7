import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import { useModal } from "../controls/use-modal.ts";
import classes from "../controls/dialog.module.css";

export interface ConfirmDialogProps {
  id: string;
  /** Common words: `<words>.title`, `<words>.body`, `<words>.confirm`. */
  words: string;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks once more before something that cannot be taken back. The platform's own modal dialog; Escape cancels. */
export function ConfirmDialog({ id, words, onConfirm, onCancel }: ConfirmDialogProps) {
  const { text } = useWords();
  const box = useModal(onCancel);
  const [titleId, bodyId] = [`${id}-title`, `${id}-body`];
  return (
    <dialog ref={box} className={classes["dialog"]} aria-labelledby={titleId} aria-describedby={bodyId}>
      <h2 id={titleId} tabIndex={-1}>
        {text(`${words}.title`)}
      </h2>
      <p id={bodyId}>{text(`${words}.body`)}</p>
      <div className={classes["buttons"]}>
        <Button size="lg" onClick={onConfirm}>
          {text(`${words}.confirm`)}
        </Button>
        <Button size="lg" variant="outline" onClick={onCancel}>
          {text("cancel")}
        </Button>
      </div>
    </dialog>
  );
}
