import { useWords } from "../page/words.ts";
import { iconButton } from "./Button.tsx";
import classes from "./controls.module.css";
import type { CarouselState } from "./use-carousel.ts";
import { visuallyHidden } from "./classes.ts";

interface CarouselControlsProps extends Pick<
  CarouselState,
  "alive" | "current" | "plays" | "toggle" | "go" | "said"
> {
  /** What each slide is called, in its order. */
  names: string[];
  /** More slides than these have no button each. */
  mostDots?: number;
}

/** What turns the slides of a carousel, and says which one somebody asked for. Its place is there before its code is. */
export function CarouselControls({
  alive,
  current,
  plays,
  toggle,
  go,
  said,
  names,
  mostDots = Infinity,
}: CarouselControlsProps) {
  const { text } = useWords();
  return (
    <>
      <div className={classes["carousel"]} data-controls data-alive={alive || undefined}>
        <button type="button" className={iconButton} onClick={toggle}>
          <Sign path={plays ? "M8 5v14M16 5v14" : "M8 5v14l11-7Z"} />
          <span className={visuallyHidden}>{text(plays ? "carousel.pause" : "carousel.play")}</span>
        </button>
        <button type="button" className={iconButton} onClick={() => go(current - 1)}>
          <Sign path="M15 5l-7 7 7 7" />
          <span className={visuallyHidden}>{text("carousel.previous")}</span>
        </button>
        {names.length > mostDots ? (
          <span aria-hidden="true" className={classes["carouselPlace"]}>
            {current + 1} / {names.length}
          </span>
        ) : (
          <div className={classes["carouselDots"]}>
            {names.map((name, index) => (
              <button
                // Slides neither move nor come and go.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                type="button"
                className={iconButton}
                aria-current={index === current || undefined}
                onClick={() => go(index)}
              >
                <span className={visuallyHidden}>{name}</span>
              </button>
            ))}
          </div>
        )}
        <button type="button" className={iconButton} onClick={() => go(current + 1)}>
          <Sign path="M9 5l7 7-7 7" />
          <span className={visuallyHidden}>{text("carousel.next")}</span>
        </button>
      </div>
      <p role="status" className={visuallyHidden}>
        {said === undefined ? "" : names[said]}
      </p>
    </>
  );
}

const Sign = ({ path }: { path: string }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
