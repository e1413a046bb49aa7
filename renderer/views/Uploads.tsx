import { useMemo, useState } from "react";
import { Button } from "../controls/Button.tsx";
import type { ViewProps } from "../page/view-props.ts";
import { UploadDialog } from "./UploadDialog.tsx";
import { UploadItem } from "./UploadItem.tsx";
import { usePageFiles, type UploadRow } from "./use-page-files.ts";
import classes from "./uploads.module.css";

type Asked =
  | { kind: "remove"; rows: [UploadRow] }
  | { kind: "sent"; rows: UploadRow[] }
  | { kind: "refused"; rows: [UploadRow]; message: string };

/** What came of one while another one is told of waits; all that came by then is told of at once. */
function withNext(queue: Asked[], next: Asked): Asked[] {
  if (next.kind !== "sent" || !queue.some(({ kind }) => kind === "sent")) return [...queue, next];
  return queue.map((one) => (one.kind === "sent" ? { ...one, rows: [...one.rows, ...next.rows] } : one));
}

const captionsOf = ({ rows }: Asked): string => rows.map(({ caption }) => caption).join("; ");

/** What is asked for, each with how it is, and the ways to choose, send and take back a file. */
export default function Uploads({ value, own, page }: ViewProps) {
  const rows = value as UploadRow[];
  const [queue, setQueue] = useState<Asked[]>([]);
  const [asked] = queue;
  const ask = (next: Asked): void => setQueue((waiting) => withNext(waiting, next));
  const { revision, screen, params } = page!;
  const owner = useMemo(
    () => ({ revision, screen: screen.screen, params }),
    [revision, screen.screen, params],
  );
  const files = usePageFiles(owner, (row, said) =>
    ask(said === undefined ? { kind: "sent", rows: [row] } : { kind: "refused", rows: [row], message: said }),
  );
  const waiting = rows.filter(({ fileId }) => files.of(fileId).phase === "chosen");
  const done = rows.filter((row) => files.statusOf(row) === "PENDING" || files.statusOf(row) === "COMPLETED");
  const close = (): void => setQueue(([, ...others]) => others);
  return (
    <div className={classes["uploads"]}>
      <p className={classes["count"]} role="status">
        {own.fill("progress", { count: String(done.length), total: String(rows.length) })}
      </p>
      <ul className={classes["list"]}>
        {rows.map((row) => (
          <UploadItem
            key={row.fileId}
            row={row}
            status={files.statusOf(row)}
            file={files.of(row.fileId)}
            own={own}
            isAsked={asked?.rows.some(({ fileId }) => fileId === row.fileId) ?? false}
            onChoose={(file) => {
              const limit = row.maxFileSize;
              if (file.size <= limit * 1024 * 1024) files.choose(row, file);
              else
                ask({
                  kind: "refused",
                  rows: [row],
                  message: own.fill("tooLarge", { limit: String(limit) }),
                });
            }}
            onSend={() => void files.send(row)}
            onStop={() => files.stop(row)}
            onRemove={() => ask({ kind: "remove", rows: [row] })}
          />
        ))}
      </ul>
      {waiting.length > 1 && (
        <Button size="lg" onClick={() => waiting.forEach((row) => void files.send(row))}>
          {own.fill("sendAll", { count: String(waiting.length) })}
        </Button>
      )}
      {asked?.kind === "remove" && (
        <UploadDialog
          title={own.text("removeTitle")}
          body={own.text("removeBody")}
          confirm={own.text("removeConfirm")}
          cancel={own.text("removeCancel")}
          onConfirm={() => {
            files.remove(asked.rows[0]);
            close();
          }}
          onClose={close}
        />
      )}
      {asked?.kind === "sent" && (
        <UploadDialog
          title={own.text("successTitle")}
          body={`${captionsOf(asked)}. ${own.text("successBody")}`}
          confirm={own.text("successButton")}
          onConfirm={close}
          onClose={close}
        />
      )}
      {asked?.kind === "refused" && (
        <UploadDialog
          title={own.text("errorTitle")}
          body={`${captionsOf(asked)}. ${asked.message}`}
          confirm={own.text("errorButton")}
          onConfirm={close}
          onClose={close}
        />
      )}
    </div>
  );
}
