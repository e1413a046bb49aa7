import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { CarouselControls } from "../controls/CarouselControls.tsx";
import { SkipLink } from "../controls/SkipLink.tsx";
import { useCarousel } from "../controls/use-carousel.ts";
import { useWords } from "../page/words.ts";
import classes from "./slider.module.css";

/** Of how many rows, from and to, over which width in pixels, all stand beside each other and nothing slides. */
interface Still {
  from: number;
  to: number;
  over: number;
}

/** More than these are no help on a phone. */
const maxDots = 5;

interface SliderProps {
  label: string;
  /** How many rows there are. */
  count: number;
  /** How wide a row is. */
  size: "small" | "large" | "tall" | "whole";
  still: Still[] | undefined;
  /** A list: each of its items is a row. */
  children?: ReactNode;
}

/** How wide a row is with the gap after it, and how many of them are seen whole. */
function rowsIn(scroller: HTMLElement): { width: number; seen: number } {
  const list = scroller.querySelector("ul");
  const gap = Number.parseFloat(list ? getComputedStyle(list).columnGap : "") || 0;
  const width = (list?.firstElementChild?.getBoundingClientRect().width ?? scroller.clientWidth) + gap;
  // A pixel is lost where widths are no whole numbers.
  return { width, seen: Math.max(1, Math.floor((scroller.clientWidth + gap + 4) / Math.max(1, width))) };
}

const pageWidth = (scroller: HTMLElement): number => {
  const { width, seen } = rowsIn(scroller);
  return width * seen;
};

/**
 * Rows that slide, a page of them at a time. All of them are in the page: without its code they can be scrolled. They take
 * turns like the slides of a banner, and wait like those.
 */
export function Slider({ label, count, size, still, children }: SliderProps) {
  const over = still?.find(({ from, to }) => count >= from && count <= to)?.over;
  const [pages, setPages] = useState(1);
  const carousel = useCarousel(pages, pageWidth);
  const { list, section, current, alive, go } = carousel;
  const { text, fill } = useWords();
  const after = useId();
  useEffect(() => {
    const scroller = list.current!;
    const measure = (): void => {
      const isWhole = scroller.scrollWidth <= scroller.clientWidth + 2;
      setPages(isWhole ? 1 : Math.ceil(count / rowsIn(scroller).seen));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [list, count]);
  const slides = alive && pages > 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!slides || step === undefined) return;
    event.preventDefault();
    go(current + step);
  };
  const placeOf = (index: number): string =>
    fill("carousel.place", { number: String(index + 1), count: String(pages) });
  return (
    <section
      ref={section}
      className={classes["slider"]}
      aria-label={label}
      aria-roledescription={text("carousel")}
      data-size={size}
      data-still-over={over}
    >
      <SkipLink to={after}>{fill("carousel.skip", { label })}</SkipLink>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys do what the buttons do */}
      <div
        ref={list}
        className={classes["list"]}
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      <CarouselControls
        {...carousel}
        alive={slides}
        names={Array.from({ length: pages }, (_, index) => placeOf(index))}
        mostDots={maxDots}
      />
      <span id={after} tabIndex={-1} className={classes["after"]} />
    </section>
  );
}
