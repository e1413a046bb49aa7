import { Button } from "../controls/Button.tsx";
import { useEffect, useId, useRef } from "react";
import { useWords, type WordsReader } from "../page/words.ts";
import classes from "./flow.module.css";
import type { Notice as RunNotice } from "../run/run-view.ts";

/** What a notice says, with the code to ask about where something failed. */
export function NoticeText({ notice, reader }: { notice: RunNotice; reader: WordsReader }) {
  // That there is no connection stands at the head of the page already.
  if (notice.kind === "offline") return reader.text("offline.unsent");
  if (notice.kind !== "refused") return reader.text(notice.kind);
  return (
    <>
      {notice.message}
      <small className={classes["code"]}>
        {reader.fill("requestId", { "request.id": notice.requestId })}
      </small>
    </>
  );
}

/** What may be over in a moment. */
const again: ReadonlySet<RunNotice["kind"]> = new Set(["unreachable", "offline", "refused"]);

/** What has to be said about the run itself, and a way on where there is one. */
export function Notice({
  notice,
  submitCount,
  onRetry,
}: {
  notice: RunNotice;
  submitCount: number;
  onRetry(): void;
}) {
  const reader = useWords();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    box.current?.focus();
  }, [submitCount, notice]);
  return (
    <div
      ref={box}
      className={classes["notice"]}
      data-kind={notice.kind}
      role="alert"
      // It is read when it takes the focus, and not once more.
      aria-live="off"
      tabIndex={-1}
      aria-labelledby={id}
    >
      <p id={id}>
        <NoticeText notice={notice} reader={reader} />
      </p>
      {again.has(notice.kind) && (
        <Button variant="outline" size="md" onClick={onRetry}>
          {reader.text("retry")}
        </Button>
      )}
    </div>
  );
}
