import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../app/words.ts";
import { asFile, fileSize, localProblem } from "./files.ts";
import type { WidgetProps } from "./types.ts";
import classes from "./widgets.module.css";

interface Sending {
  name: string;
  /** From 0 to 1. */
  done: number;
}

/** A file, sent when it is chosen. The platform's own control, with a button that says what it does in the page's language. */
export function FileInput(props: WidgetProps) {
  const { path, field, state, problem, id, describedBy, onChange, onBlur, onUpload, onDiscard, say } = props;
  const { text } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const underway = useRef<AbortController>(undefined);
  const [sending, setSending] = useState<Sending>();
  const [refusal, setRefusal] = useState<string>();
  const answer = asFile(state.value);

  async function take(file: File): Promise<void> {
    underway.current?.abort();
    const wrong = localProblem(field, file);
    setRefusal(wrong && say(wrong.words, wrong.values));
    if (wrong) return;
    const ended = new AbortController();
    underway.current = ended;
    setSending({ name: file.name, done: 0 });
    const reply = await onUpload(path, file, {
      signal: ended.signal,
      onProgress: (done) => underway.current === ended && setSending({ name: file.name, done }),
    });
    if (underway.current !== ended) return;
    underway.current = undefined;
    setSending(undefined);
    if (reply.kind === "answer") {
      if (answer) onDiscard(answer.id);
      onChange({ ...reply.data });
    } else setRefusal(reply.kind === "refusal" ? reply.problem.message : text("unreachable"));
  }

  const stop = (): void => {
    underway.current?.abort();
    underway.current = undefined;
    setSending(undefined);
  };
  const remove = (): void => {
    if (answer) onDiscard(answer.id);
    onChange(undefined);
    input.current?.focus();
  };

  // What was chosen before the page was alive; and nothing goes on being sent for a field that is gone.
  const first = useRef(take);
  useEffect(() => {
    const early = input.current?.files?.[0];
    if (early) void first.current(early);
    return () => underway.current?.abort();
  }, []);

  const statusId = `${id}-file`;
  return (
    <div className={classes["file"]}>
      <input
        ref={input}
        type="file"
        id={id}
        name={path}
        className={classes["fileInput"]}
        accept={(field.schema["properties"] as { type?: { enum?: string[] } } | undefined)?.type?.enum?.join(
          ",",
        )}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = "";
          if (file) void take(file);
        }}
        onBlur={onBlur}
        disabled={!state.enabled}
        required={state.required && answer === undefined}
        aria-invalid={problem !== undefined || refusal !== undefined}
        aria-describedby={[describedBy, statusId].filter(Boolean).join(" ")}
      />
      <label htmlFor={id} className={classes["fileButton"]}>
        {text(answer || sending ? "file.change" : "file.choose")}
      </label>
      <div className={classes["fileStatus"]} id={statusId} role="status">
        {sending && (
          <>
            <span className={classes["fileName"]}>
              {text("file.sending")} {sending.name}
            </span>
            <progress value={sending.done} max={1} aria-label={sending.name} />
          </>
        )}
        {!sending && answer && (
          <span className={classes["fileName"]}>
            {answer.name} <small>{fileSize(answer.size)}</small>
          </span>
        )}
        {refusal !== undefined && <span className={classes["refusal"]}>{refusal}</span>}
      </div>
      {sending && (
        <Button variant="subtle" size="sm" onClick={stop}>
          {text("file.stop")}
        </Button>
      )}
      {!sending && answer && (
        <Button
          variant="subtle"
          size="sm"
          aria-label={`${text("rows.remove")}: ${answer.name}`}
          disabled={!state.enabled}
          onClick={remove}
        >
          {text("rows.remove")}
        </Button>
      )}
    </div>
  );
}
