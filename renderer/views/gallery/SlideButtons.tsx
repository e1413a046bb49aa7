import type { WordsReader } from "../../page/words.ts";
import { ArrowMark } from "./marks.tsx";

interface SlideButtonsProps {
  own: WordsReader;
  current: number;
  count: number;
  step(by: number): void;
  /** Where they stand and how they look, `previous` and `next`. */
  classes: Record<string, string | undefined>;
}

/** To the slide before and the one after. */
export function SlideButtons({ own, current, count, step, classes }: SlideButtonsProps) {
  return (
    <>
      <button
        type="button"
        className={classes["previous"]}
        aria-label={own.text("previous")}
        disabled={current === 0}
        onClick={() => step(-1)}
      >
        <ArrowMark />
      </button>
      <button
        type="button"
        className={classes["next"]}
        aria-label={own.text("next")}
        disabled={current === count - 1}
        onClick={() => step(1)}
      >
        <ArrowMark />
      </button>
    </>
  );
}
