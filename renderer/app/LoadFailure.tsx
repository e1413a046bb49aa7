import type { Words } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import classes from "./layout.module.css";
import { wordsReader } from "../page/words.ts";

/** Shown over a page whose parts could not be fetched. */
export function LoadFailure({ words }: { words: Record<string, Words> }) {
  const { text } = wordsReader(words);
  return (
    <div className={classes["banner"]} role="alert">
      <span>{text("unreachable")}</span>
      <Button variant="white" onClick={() => location.reload()}>
        {text("retry")}
      </Button>
    </div>
  );
}
