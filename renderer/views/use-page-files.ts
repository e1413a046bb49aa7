import { useEffect, useRef, useState } from "react";
import { sendPageFile, type PageFileOwner } from "../run/send-page-file.ts";

export interface UploadRow {
  fileId: string;
  caption: string;
  /** Megabytes. */
  maxFileSize: number;
  /** Extensions. */
  acceptedFormats: string[];
  status: string;
  /** What whoever reviewed it says. */
  note?: string;
  /** Of the file that came. */
  name?: string;
}

/** How the file of one row is in this browser. */
export interface PageFile {
  phase: "none" | "chosen" | "sending" | "sent" | "lost";
  file?: File;
  /** From 0 to 1. */
  done: number;
  isWaiting: boolean;
  /** What the server said that cannot take it now. */
  said?: string | undefined;
}

const none: PageFile = { phase: "none", done: 0, isWaiting: false };

/** The files of a page: chosen, sent several at once, stopped and taken back. `told` hears what came of each. */
export function usePageFiles(
  owner: Omit<PageFileOwner, "row">,
  told: (row: UploadRow, refused: string | undefined) => void,
) {
  const [files, setFiles] = useState<Record<string, PageFile>>({});
  const stops = useRef(new Map<string, AbortController>());
  const change = (id: string, part: Partial<PageFile>): void =>
    setFiles((now) => ({ ...now, [id]: { ...(now[id] ?? none), ...part } }));

  // Who leaves in the middle is asked by the browser.
  const isSending = Object.values(files).some(({ phase }) => phase === "sending");
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isSending]);

  const of = (id: string): PageFile => files[id] ?? none;
  return {
    of,
    statusOf: (row: UploadRow): string => (of(row.fileId).phase === "sent" ? "PENDING" : row.status),
    choose: (row: UploadRow, file: File) => change(row.fileId, { ...none, phase: "chosen", file }),
    remove: (row: UploadRow) => change(row.fileId, { ...none, file: undefined }),
    stop: (row: UploadRow) => stops.current.get(row.fileId)?.abort(),
    send: async (row: UploadRow): Promise<void> => {
      const { fileId: id } = row;
      const { file, phase } = of(id);
      if (!file || phase === "sending") return;
      const stop = new AbortController();
      stops.current.set(id, stop);
      change(id, { phase: "sending", done: 0, isWaiting: false, said: undefined });
      const sent = await sendPageFile({ ...owner, row: id }, file, {
        onProgress: (done) => change(id, { done }),
        onWaiting: (isWaiting) => change(id, { isWaiting }),
        signal: stop.signal,
      });
      // What was refused once is refused again.
      const phases = { sent: "sent", refused: "none", stopped: "chosen", lost: "lost" } as const;
      const said = sent.kind === "lost" ? sent.message : undefined;
      change(id, { phase: phases[sent.kind], done: 0, isWaiting: false, said });
      if (sent.kind === "sent") told(row, undefined);
      if (sent.kind === "refused") told(row, sent.message);
    },
  };
}
