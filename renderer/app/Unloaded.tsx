import type { Words } from "../../schemas/engine/evaluate.ts";
import classes from "./layout.module.css";
import { wordsReader } from "./words.ts";

/** Shown over a page whose parts could not be fetched. */
export function Unloaded({ words }: { words: Record<string, Words> }) {
  const { text } = wordsReader(words);
  return (
    <div className={classes["banner"]} role="alert">
      <span>{text("unreachable")}</span>
      <button type="button" className={classes["bannerButton"]} onClick={() => location.reload()}>
        {text("retry")}
      </button>
    </div>
  );
}
