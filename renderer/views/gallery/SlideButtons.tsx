import { ArrowMark } from "./marks.tsx";

interface SlideButtonsProps {
  names: [previous: string, next: string];
  /** Whether there is none before, or none after. */
  isFirst?: boolean;
  isLast?: boolean;
  step(by: number): void;
  /** Where they stand and how they look, `previous` and `next`. */
  classes: Record<string, string | undefined>;
}

/** To the slide before and the one after. One that leads nowhere can still be reached, so that nobody loses their place. */
export function SlideButtons({ names, isFirst, isLast, step, classes }: SlideButtonsProps) {
  const [previous, next] = names;
  return (
    <>
      <button
        type="button"
        className={classes["previous"]}
        aria-label={previous}
        aria-disabled={isFirst}
        onClick={() => step(-1)}
      >
        <ArrowMark />
      </button>
      <button
        type="button"
        className={classes["next"]}
        aria-label={next}
        aria-disabled={isLast}
        onClick={() => step(1)}
      >
        <ArrowMark />
      </button>
    </>
  );
}
