import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import classes from "./widgets.module.css";

/** In the place of a widget whose code could not be had: it can be asked for again. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { text } = useWords();
  return (
    <div className={classes["aside"]} role="alert">
      <span>{text("unreachable")}</span>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {text("retry")}
      </Button>
    </div>
  );
}
