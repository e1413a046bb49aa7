import { useEffect, useRef, useState, type RefObject } from "react";
import { useWords } from "../page/words.ts";
import { asFile, localProblem } from "./files.ts";
import type { WidgetProps } from "./types.ts";

export interface UploadState {
  /** What is under way. `done` goes from 0 to 1. */
  sending: { name: string; done: number } | undefined;
  /** Why the last one was not taken, in words. */
  refusal: string | undefined;
  /** One that did not arrive, and may be sent again. */
  lost: File | undefined;
  take(file: File): void;
  stop(): void;
}

/** Sends the file of a field, one at a time. What was chosen before the page was alive is sent too. */
export function useSending(props: WidgetProps, input: RefObject<HTMLInputElement | null>): UploadState {
  const { path, field, state, onChange, onUpload, onDiscard, say } = props;
  const { text } = useWords();
  const underway = useRef<AbortController>(undefined);
  const [sending, setSending] = useState<UploadState["sending"]>();
  const [refusal, setRefusal] = useState<string>();
  const [lost, setLost] = useState<File>();

  async function send(file: File): Promise<void> {
    underway.current?.abort();
    underway.current = undefined;
    setSending(undefined);
    setLost(undefined);
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
    const before = asFile(state.value);
    if (reply.kind === "answer") {
      if (before) onDiscard(before.id);
      onChange({ ...reply.data });
    } else if (reply.kind === "refusal" && reply.status < 500) setRefusal(reply.problem.message);
    else {
      setRefusal(text("unreachable"));
      setLost(file);
    }
  }

  const stop = (): void => {
    underway.current?.abort();
    underway.current = undefined;
    setSending(undefined);
    input.current?.focus();
  };

  // Nothing goes on being sent for a field that is gone.
  const first = useRef(send);
  useEffect(() => {
    const early = input.current?.files?.[0];
    if (early) void first.current(early);
    return () => underway.current?.abort();
  }, [input]);

  return { sending, refusal, lost, take: (file) => void send(file), stop };
}
