import { useEffect, useRef } from "react";
import { Button } from "@mantine/core";
import { useWords } from "../app/words.ts";
import classes from "./flow.module.css";
import type { Notice as RunNotice } from "./run-view.ts";

/** What has to be said about the run itself, and a way on where there is one. */
export function Notice({ notice, press, onRetry }: { notice: RunNotice; press: number; onRetry(): void }) {
  const { text, fill } = useWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [press, notice]);
  return (
    <div ref={box} className={classes["notice"]} data-kind={notice.kind} role="alert" tabIndex={-1}>
      <p>
        {notice.kind === "refused" ? notice.message : text(notice.kind)}
        {notice.kind === "refused" && (
          <small className={classes["code"]}>{fill("requestId", { "request.id": notice.requestId })}</small>
        )}
      </p>
      {(notice.kind === "unreachable" || notice.kind === "refused") && (
        <Button variant="outline" size="md" onClick={onRetry}>
          {text("retry")}
        </Button>
      )}
    </div>
  );
}
