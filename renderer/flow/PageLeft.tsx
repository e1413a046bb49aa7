import { useWords } from "../page/words.ts";
import { useTimeLeft } from "../run/time-left.ts";

/** How much time there is for what is done on another page. `soon`: less than two minutes. */
export type PageTime = "enough" | "soon" | "over";

const soonMs = 2 * 60_000;

/** @param at until when: an instant. Without one, there is time. */
export function usePageTime(at: string | undefined): PageTime {
  const left = useTimeLeft(at);
  if (left === undefined) return "enough";
  return left <= 0 ? "over" : left <= soonMs ? "soon" : "enough";
}

/** It is said aloud twice: when little time is left for it, and when there is none. */
export function PageLeft({ is }: { is: PageTime }) {
  const { text } = useWords();
  return (
    <p role="status">{is === "enough" ? "" : text(is === "soon" ? "wait.pageSoon" : "wait.pageOver")}</p>
  );
}
