import type { Words } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { useFilled } from "./filled-words.ts";

/** Words as elements, with what was answered in the place of their placeholders. */
export function FilledWords({ words, inline }: { words: Words; inline?: boolean }) {
  return <WordsView words={useFilled(words)} inline={inline} />;
}
