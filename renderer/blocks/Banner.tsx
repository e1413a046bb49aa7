import { plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import classes from "./banner.module.css";
import { Slide } from "./Slide.tsx";
import { itemsSlot, wordsSlot, type BlockProps, type BlockHolder } from "./types.ts";
import { CarouselControls } from "../controls/CarouselControls.tsx";
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

function Carousel({ label, slides, page }: { label: string; slides: BlockHolder[]; page: Page }) {
  const { text, fill } = useWords();
  const carousel = useCarousel(slides.length);
  const { list, section, current, alive } = carousel;
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
            <Slide item={item} page={page} isFar={index > (alive ? current + 1 : 0)} />
          </div>
        ))}
      </div>
      <CarouselControls
        {...carousel}
        names={slides.map(
          (slide, index) => `${placeOf(index)}: ${plainWords(wordsSlot(slide, "title") ?? "")}`,
        )}
      />
    </section>
  );
}
