import { Suspense, useState } from "react";
import { lazyPart } from "../../page/lazy-part.ts";
import { visuallyHidden } from "../../controls/classes.ts";
import { EnlargeMark, SpinMark } from "./marks.tsx";
import { SlideButtons } from "./SlideButtons.tsx";
import { srcSetOf, type GalleryProps } from "./types.ts";
import { useSlides } from "./use-slides.ts";
import classes from "./gallery.module.css";

/** What is opened over the page comes when somebody opens it. */
const FullScreen = lazyPart(() => import("./FullScreen.tsx"));
const Spin = lazyPart(() => import("./Spin.tsx"));

type Opened = "pictures" | "spin";

/** Pictures of one thing: the first with the page, the others by swipe, keys, buttons or their thumbnails. */
export function Gallery(props: GalleryProps) {
  const { pictures, frames = [], video, name, own } = props;
  const count = pictures.length + (video ? 1 : 0);
  const { track, current, go, step, onKeyDown } = useSlides(count);
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const isSeveral = count > 1;
  return (
    <section className={classes["gallery"]} aria-label={own.fill("gallery", { name })}>
      <div className={classes["stage"]}>
        {/* What scrolls has to be reached with the keyboard. */}
        <ul
          ref={track}
          className={classes["track"]}
          {...(isSeveral ? { tabIndex: 0, onKeyDown, "aria-label": own.fill("gallery", { name }) } : {})}
        >
          {pictures.map((picture, index) => (
            <li key={picture.large}>
              <img
                src={picture.large}
                srcSet={srcSetOf(picture)}
                sizes="(min-width: 64rem) 42rem, 100vw"
                alt={picture.alt}
                width="960"
                height="480"
                loading={index === 0 ? "eager" : "lazy"}
                fetchPriority={index === 0 ? "high" : "auto"}
                decoding={index === 0 ? "sync" : "async"}
              />
            </li>
          ))}
          {video && (
            <li>
              {/* What is said in it, the page says beside it. */}
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
              <video
                src={video.src}
                poster={video.poster}
                controls
                preload="none"
                playsInline
                aria-label={own.fill("video", { name })}
              />
            </li>
          )}
        </ul>
        {isSeveral && (
          <>
            <SlideButtons
              names={[own.text("previous"), own.text("next")]}
              isFirst={current === 0}
              isLast={current === count - 1}
              step={step}
              classes={classes}
            />
            <p className={classes["counter"]}>
              {own.fill("place", { number: String(current + 1), count: String(count) })}
            </p>
          </>
        )}
        <div className={classes["tools"]}>
          {frames.length > 0 && (
            <button type="button" className={classes["tool"]} onClick={() => setOpened("spin")}>
              <SpinMark />
              {own.text("spin")}
            </button>
          )}
          <button
            type="button"
            className={classes["tool"]}
            aria-label={own.text("enlarge")}
            onClick={() => setOpened("pictures")}
          >
            <EnlargeMark />
          </button>
        </div>
        <p className={visuallyHidden} role="status">
          {isSeveral ? own.fill("place", { number: String(current + 1), count: String(count) }) : ""}
        </p>
      </div>
      {isSeveral && (
        <ul className={classes["thumbs"]}>
          {pictures.map((picture, index) => (
            <li key={picture.small}>
              <button
                type="button"
                aria-label={own.fill("show", { number: String(index + 1) })}
                aria-current={index === current}
                onClick={() => go(index)}
              >
                <img src={picture.small} alt="" width="475" height="238" loading="lazy" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {opened === "pictures" && <FullScreen {...props} first={current} onClose={close} />}
        {opened === "spin" && <Spin frames={frames} name={name} own={own} onClose={close} />}
      </Suspense>
    </section>
  );
}
