import { useMemo, useState } from "react";
import { Button } from "../controls/Button.tsx";
import type { ViewProps } from "../page/view-props.ts";
import { UploadDialog } from "./UploadDialog.tsx";
import { UploadItem } from "./UploadItem.tsx";
import { usePageFiles, type UploadRow } from "./use-page-files.ts";
import classes from "./uploads.module.css";

type Asked =
  | { kind: "remove"; row: UploadRow }
  | { kind: "sent"; row: UploadRow }
  | { kind: "refused"; row: UploadRow; message: string };

/** What is asked for, each with how it is, and the ways to choose, send and take back a file. */
export default function Uploads({ value, own, page }: ViewProps) {
  const rows = value as UploadRow[];
  const [asked, setAsked] = useState<Asked>();
  const { revision, screen, params } = page!;
  const owner = useMemo(
    () => ({ revision, screen: screen.screen, params }),
    [revision, screen.screen, params],
  );
  const files = usePageFiles(owner, (row, said) =>
    setAsked(said === undefined ? { kind: "sent", row } : { kind: "refused", row, message: said }),
  );
  const waiting = rows.filter(({ fileId }) => files.of(fileId).phase === "chosen");
  const done = rows.filter((row) => files.statusOf(row) === "PENDING" || files.statusOf(row) === "COMPLETED");
  const close = (): void => setAsked(undefined);
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
            onChoose={(file) => {
              const limit = row.maxFileSize;
              if (file.size <= limit * 1024 * 1024) files.choose(row, file);
              else
                setAsked({ kind: "refused", row, message: own.fill("tooLarge", { limit: String(limit) }) });
            }}
            onSend={() => void files.send(row)}
            onStop={() => files.stop(row)}
            onRemove={() => setAsked({ kind: "remove", row })}
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
            files.remove(asked.row);
            close();
          }}
          onClose={close}
        />
      )}
      {asked?.kind === "sent" && (
        <UploadDialog
          title={own.text("successTitle")}
          body={`${asked.row.caption}. ${own.text("successBody")}`}
          confirm={own.text("successButton")}
          onConfirm={close}
          onClose={close}
        />
      )}
      {asked?.kind === "refused" && (
        <UploadDialog
          title={own.text("errorTitle")}
          body={`${asked.row.caption}. ${asked.message}`}
          confirm={own.text("errorButton")}
          onConfirm={close}
          onClose={close}
        />
      )}
    </div>
  );
}
