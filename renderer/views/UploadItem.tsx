import { useId, useRef, type ChangeEvent } from "react";
import { fileSize } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { useFocusKept } from "../page/keep-place.ts";
import type { WordsReader } from "../page/words.ts";
import type { PageFile, UploadRow } from "./use-page-files.ts";
import classes from "./uploads.module.css";

interface UploadItemProps {
  row: UploadRow;
  status: string;
  file: PageFile;
  own: WordsReader;
  /** Whether a dialog asks about it, or says what came of it. */
  isAsked: boolean;
  onChoose(file: File): void;
  onSend(): void;
  onStop(): void;
  onRemove(): void;
}

/** One document that is asked for. What came, and is being reviewed or was approved, is not taken back. */
export function UploadItem({ row, status, file, own, isAsked, ...on }: UploadItemProps) {
  const { onChoose, onSend, onStop, onRemove } = on;
  const id = useId();
  const { caption, acceptedFormats, maxFileSize, note, name } = row;
  const isOpen = status === "EMPTY" || status === "FAILED";
  const { phase } = file;
  const hasFile = phase === "chosen" || phase === "lost";
  // The button that was pressed is gone then: whoever uses keys goes on here, and not at the top of the page.
  const title = useRef<HTMLHeadingElement>(null);
  useFocusKept(`${phase} ${isAsked}`, title);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = event.currentTarget.files?.[0];
    // The same file may be chosen again after it was taken away.
    event.currentTarget.value = "";
    if (chosen) onChoose(chosen);
  };
  const types = acceptedFormats.map((format) => format.replace(".", "").toUpperCase()).join(", ");
  const takesPictures = acceptedFormats.some((format) => /jpe?g/i.test(format));
  const said = `${id}-said`;
  return (
    <li className={classes["item"]} data-status={status}>
      <div className={classes["top"]}>
        <h2 id={id} ref={title} tabIndex={-1}>
          {caption}
        </h2>
        <span className={classes["state"]} data-status={status}>
          {own.text(status.toLowerCase())}
        </span>
      </div>
      {isOpen && note !== undefined && <p className={classes["note"]}>{note}</p>}
      {isOpen && (
        <p className={classes["accepts"]} id={said}>
          {own.fill("accepts", { types, limit: String(maxFileSize) })}
        </p>
      )}
      {!isOpen && (file.file?.name ?? name) !== undefined && (
        <p className={classes["name"]}>{file.file?.name ?? name}</p>
      )}
      {(hasFile || phase === "sending") && file.file && (
        <p className={classes["name"]}>
          {file.file.name} <small>{fileSize(file.file.size)}</small>
        </p>
      )}
      {phase === "sending" && (
        <p className={classes["sending"]} role="status">
          <span>{own.text(file.isWaiting ? "waiting" : "sending")}</span>
          <progress value={file.done} max={1} aria-label={`${own.text("sending")}: ${caption}`} />
        </p>
      )}
      {phase === "lost" && (
        <p className={classes["problem"]} role="alert">
          {file.said ?? own.text("lost")}
        </p>
      )}
      <div className={classes["buttons"]}>
        {isOpen && phase !== "sending" && (
          <>
            <label className={classes["choose"]} data-quiet={hasFile || undefined}>
              <input
                type="file"
                className={visuallyHidden}
                accept={acceptedFormats.join(",")}
                aria-describedby={said}
                onChange={choose}
              />
              {own.text(hasFile ? "another" : "choose")}
              <span className={visuallyHidden}>: {caption}</span>
            </label>
            {takesPictures && !hasFile && (
              <label className={`${classes["choose"]} ${classes["camera"]}`} data-quiet>
                <input
                  type="file"
                  className={visuallyHidden}
                  accept="image/jpeg,image/png"
                  capture="environment"
                  onChange={choose}
                />
                {own.text("camera")}
                <span className={visuallyHidden}>: {caption}</span>
              </label>
            )}
          </>
        )}
        {hasFile && (
          <>
            <Button aria-describedby={id} onClick={onSend}>
              {own.text(phase === "lost" ? "retry" : "send")}
            </Button>
            <Button variant="subtle" aria-describedby={id} onClick={onRemove}>
              {own.text("remove")}
            </Button>
          </>
        )}
        {phase === "sending" && (
          <Button variant="outline" aria-describedby={id} onClick={onStop}>
            {own.text("stop")}
          </Button>
        )}
      </div>
    </li>
  );
}
