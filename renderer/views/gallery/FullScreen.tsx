import { useState } from "react";
import { useModal } from "../../controls/use-modal.ts";
import { CloseMark, ZoomMark } from "./marks.tsx";
import { SlideButtons } from "./SlideButtons.tsx";
import { srcSetOf, type GalleryProps } from "./types.ts";
import { useSlides } from "./use-slides.ts";
import classes from "./full-screen.module.css";

/** The pictures over the whole screen, one at a time, and nearer where somebody wants to see more. */
export default function FullScreen({
  pictures,
  name,
  own,
  first,
  onClose,
}: GalleryProps & { first: number; onClose(): void }) {
  const box = useModal(onClose);
  const start = Math.min(first, pictures.length - 1);
  const { track, current, step, onKeyDown } = useSlides(pictures.length, start);
  const [isNear, setNear] = useState(false);
  const move = (by: number): void => {
    setNear(false);
    step(by);
  };
  const zoom = (): void => setNear(!isNear);
  return (
    <dialog
      ref={box}
      className={classes["box"]}
      aria-label={own.fill("gallery", { name })}
      // Nearer, arrows look around in the picture.
      onKeyDown={isNear ? undefined : onKeyDown}
    >
      <ul ref={track} className={classes["track"]} data-near={isNear || undefined}>
        {pictures.map((picture, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <li key={picture.large} tabIndex={isNear && index === current ? 0 : -1}>
            <img
              src={picture.wide ?? picture.large}
              srcSet={srcSetOf(picture)}
              sizes={isNear && index === current ? "250vw" : "100vw"}
              alt={picture.alt}
              width="1440"
              height="720"
              loading={Math.abs(index - start) < 2 ? "eager" : "lazy"}
              data-near={(isNear && index === current) || undefined}
            />
          </li>
        ))}
      </ul>
      <div className={classes["bar"]}>
        <p role="status">
          {pictures.length > 1 &&
            own.fill("place", { number: String(current + 1), count: String(pictures.length) })}
        </p>
        <button type="button" aria-label={own.text(isNear ? "zoomOut" : "zoomIn")} onClick={zoom}>
          <ZoomMark isIn={isNear} />
        </button>
        <button type="button" aria-label={own.text("close")} onClick={onClose}>
          <CloseMark />
        </button>
      </div>
      {pictures.length > 1 && (
        <SlideButtons
          names={[own.text("previous"), own.text("next")]}
          isFirst={current === 0}
          isLast={current === pictures.length - 1}
          step={move}
          classes={classes}
        />
      )}
    </dialog>
  );
}
