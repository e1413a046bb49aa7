import { plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { useWords } from "../page/words.ts";
import { ButtonLink, iconButton } from "../controls/Button.tsx";
import { visuallyHidden } from "../controls/visually-hidden.ts";
import { Illustration } from "../illustrations/Illustration.tsx";
import classes from "./banner.module.css";
import blocks from "./blocks.module.css";
import { itemsSlot, linkSlot, textSlot, wordsSlot, type BlockProps, type BlockHolder } from "./types.ts";
import { useCarousel } from "../controls/use-carousel.ts";

/** One slide, or several that take turns. All of them are in the page: without its code they can be scrolled. */
export default function Banner({ block, page }: BlockProps) {
  const slides = itemsSlot(block);
  const label = plainWords(wordsSlot(block, "title") ?? "");
  const [only] = slides;
  if (slides.length > 1) return <Carousel label={label} slides={slides} page={page} />;
  return (
    <section className={classes["banner"]} aria-label={label}>
      {only && <Slide item={only} page={page} />}
    </section>
  );
}

function Slide({ item, page }: { item: BlockHolder; page: Page }) {
  const [title = "", body] = [wordsSlot(item, "title"), wordsSlot(item, "body")];
  const [illustration, picture] = [textSlot(item, "illustration"), textSlot(item, "picture")];
  const action = linkSlot(item, "action");
  return (
    <div className={classes["slide"]}>
      <div className={classes["words"]}>
        <h2>
          <WordsView words={title} inline />
        </h2>
        {body !== undefined && <WordsView words={body} />}
        {action && (
          <ButtonLink to={action.to} variant="accent">
            {plainWords(action.label)}
          </ButtonLink>
        )}
      </div>
      {picture === undefined
        ? illustration !== undefined && (
            <Illustration
              name={illustration}
              theme={page.brand.theme}
              className={`${blocks["onHero"]} ${classes["drawing"]}`}
            />
          )
        : // What it says is in the words beside it.
          picture !== "" && (
            <img src={picture} alt="" width="640" height="320" className={classes["picture"]} />
          )}
    </div>
  );
}

function Carousel({ label, slides, page }: { label: string; slides: BlockHolder[]; page: Page }) {
  const { text, fill } = useWords();
  const { list, section, current, alive, plays, toggle, go, said } = useCarousel(slides.length);
  const titles = slides.map((slide) => plainWords(wordsSlot(slide, "title") ?? ""));
  const placeOf = (index: number): string =>
    fill("carousel.place", { number: String(index + 1), count: String(slides.length) });
  return (
    <section
      ref={section}
      className={classes["banner"]}
      aria-label={label}
      aria-roledescription={text("carousel")}
    >
      <div ref={list} className={classes["list"]}>
        {slides.map((item, index) => (
          <div
            // Slides neither move nor come and go.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            role="group"
            aria-roledescription={text("carousel.slide")}
            aria-label={placeOf(index)}
            inert={alive && index !== current}
          >
            <Slide item={item} page={page} />
          </div>
        ))}
      </div>
      <div className={classes["controls"]} data-alive={alive || undefined}>
        <button type="button" className={iconButton} onClick={toggle}>
          <Sign path={plays ? "M8 5v14M16 5v14" : "M8 5v14l11-7Z"} />
          <span className={visuallyHidden}>{text(plays ? "carousel.pause" : "carousel.play")}</span>
        </button>
        <button type="button" className={iconButton} onClick={() => go(current - 1)}>
          <Sign path="M15 5l-7 7 7 7" />
          <span className={visuallyHidden}>{text("carousel.previous")}</span>
        </button>
        <div className={classes["dots"]}>
          {titles.map((title, index) => (
            <button
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              type="button"
              className={iconButton}
              aria-current={index === current || undefined}
              onClick={() => go(index)}
            >
              <span className={visuallyHidden}>
                {placeOf(index)}: {title}
              </span>
            </button>
          ))}
        </div>
        <button type="button" className={iconButton} onClick={() => go(current + 1)}>
          <Sign path="M9 5l7 7-7 7" />
          <span className={visuallyHidden}>{text("carousel.next")}</span>
        </button>
      </div>
      <p role="status" className={visuallyHidden}>
        {said === undefined ? "" : `${placeOf(said)}: ${titles[said]}`}
      </p>
    </section>
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
