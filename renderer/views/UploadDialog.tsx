import { useId } from "react";
import { Button } from "../controls/Button.tsx";
import { useModal } from "../controls/use-modal.ts";
import classes from "../controls/dialog.module.css";

interface UploadDialogProps {
  title: string;
  body: string;
  confirm: string;
  /** Left out, there is nothing to decide. */
  cancel?: string;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a file is taken back, or says what came of one. Escape leaves all as it is. */
export function UploadDialog({ title, body, confirm, cancel, onConfirm, onClose }: UploadDialogProps) {
  const box = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={box} className={classes["dialog"]} aria-labelledby={id} aria-describedby={`${id}-body`}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <p id={`${id}-body`}>{body}</p>
      <div className={classes["buttons"]}>
        <Button size="lg" onClick={onConfirm}>
          {confirm}
        </Button>
        {cancel !== undefined && (
          <Button size="lg" variant="outline" onClick={onClose}>
            {cancel}
          </Button>
        )}
      </div>
    </dialog>
  );
}
