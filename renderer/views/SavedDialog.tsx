import { useId } from "react";
import { Button } from "../controls/Button.tsx";
import { useModal } from "../controls/use-modal.ts";
import { useWords } from "../page/words.ts";
import classes from "../controls/dialog.module.css";

export interface SavedDialogProps {
  text: string;
  /** The button that leaves it as it is; without one, there is nothing to decide. */
  keep?: string;
  discard?: string;
  onDiscard?(): void;
  onClose(): void;
}

/** Asks before something leaves a saved list, or says that there is no room in it. Escape leaves all as it is. */
export default function SavedDialog({ text, keep, discard, onDiscard, onClose }: SavedDialogProps) {
  const box = useModal(onClose);
  const id = useId();
  const common = useWords();
  return (
    <dialog ref={box} className={classes["dialog"]} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {text}
      </h2>
      <div className={classes["buttons"]}>
        <Button size="lg" variant={discard === undefined ? "filled" : "outline"} onClick={onClose}>
          {keep ?? common.text("drawer.close")}
        </Button>
        {discard !== undefined && (
          <Button size="lg" onClick={onDiscard}>
            {discard}
          </Button>
        )}
      </div>
    </dialog>
  );
}
