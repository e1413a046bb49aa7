import { useEffect, useRef, useState, type DragEvent } from "react";
import { fileSize } from "../../schemas/engine/evaluate.ts";
import { useFocusKept } from "../page/keep-place.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import classes from "./FileInput.module.css";
import { accepted, asFile, largestSize } from "./files.ts";
import { Icon } from "./icons.tsx";
import { useSending } from "./use-sending.ts";
import type { WidgetProps } from "./types.ts";

/** A file, sent when it is chosen. The platform's own control, with a button that says what it does in the page's language. */
export default function FileInput(props: WidgetProps) {
  const { path, field, state, problem, id, describedBy, onChange, onBlur, onDiscard } = props;
  const { text, fill } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const { sending, refusal, lost, take, stop } = useSending(props, input);
  const [asking, setAsking] = useState(false);
  const [over, setOver] = useState(false);
  const answer = asFile(state.value);
  const { accepts = [] } = field;

  const [removed, setRemoved] = useState(0);
  // When the dialog is gone: while it is there, nothing else takes the focus.
  useEffect(() => {
    if (removed > 0) input.current?.focus();
  }, [removed]);

  // What had the focus, to stop it or to send it again, goes once it has come to something.
  useFocusKept(sending !== undefined, input);

  const remove = (): void => {
    setAsking(false);
    setRemoved((times) => times + 1);
    if (answer) onDiscard(answer.id);
    onChange(undefined);
  };
  const drag = (event: DragEvent, inside: boolean): void => {
    if (!state.enabled) return;
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent): void => {
    drag(event, false);
    const file = event.dataTransfer.files[0];
    if (file && state.enabled) take(file);
  };

  const [statusId, acceptsId] = [`${id}-file`, `${id}-accepts`];
  const described = [describedBy, accepts.length > 0 && acceptsId, statusId].filter(Boolean).join(" ");
  return (
    <div
      className={classes["file"]}
      data-over={over || undefined}
      data-problem={problem !== undefined || refusal !== undefined || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        id={id}
        name={path}
        className={classes["input"]}
        accept={accepted(field)}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = "";
          if (file) take(file);
        }}
        onBlur={onBlur}
        disabled={!state.enabled}
        required={state.required && answer === undefined}
        aria-invalid={problem !== undefined || refusal !== undefined}
        aria-describedby={described}
      />
      <div className={classes["choose"]}>
        <label htmlFor={id} className={classes["button"]}>
          {text(answer || sending ? "file.change" : "file.choose")}
        </label>
        {state.enabled && <span className={classes["drop"]}>{text("file.drop")}</span>}
      </div>
      {accepts.length > 0 && (
        <p className={classes["accepts"]} id={acceptsId}>
          {fill("file.accepts", {
            types: accepts.map((extension) => extension.toUpperCase()).join(", "),
            limit: largestSize(field),
          })}
        </p>
      )}
      <div className={classes["status"]} id={statusId} role="status">
        {sending && (
          <>
            <span className={classes["name"]}>
              {text("file.sending")} {sending.name}
            </span>
            <progress value={sending.done} max={1} aria-label={sending.name} />
          </>
        )}
        {!sending && answer && (
          <span className={classes["name"]}>
            <Icon name="document" size={22} /> {answer.name} <small>{fileSize(answer.size)}</small>
          </span>
        )}
        {refusal !== undefined && <span className={classes["refusal"]}>{refusal}</span>}
      </div>
      {sending && (
        <Button variant="subtle" size="sm" onClick={stop}>
          {text("file.stop")}
        </Button>
      )}
      {lost && (
        <Button variant="outline" size="sm" onClick={() => take(lost)}>
          {text("retry")}
        </Button>
      )}
      {!sending && answer && (
        <Button
          variant="subtle"
          size="sm"
          aria-label={`${text("rows.remove")}: ${answer.name}`}
          disabled={!state.enabled}
          onClick={() => setAsking(true)}
        >
          {text("rows.remove")}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          id={`${id}-delete`}
          words="file.delete"
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
