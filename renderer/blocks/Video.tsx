import { plainWords } from "../../schemas/engine/evaluate.ts";
import classes from "./media.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import { textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A film of this site. Nothing of it is loaded before somebody presses. */
export default function Video({ block, page }: BlockProps) {
  const captions = textSlot(block, "captions");
  const label = plainWords(wordsSlot(block, "title") ?? "");
  return (
    <section className={classes["section"]}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what nobody speaks in has none */}
      <video
        controls
        playsInline
        preload="none"
        aria-label={label}
        src={textSlot(block, "address")}
        poster={textSlot(block, "picture")}
        width="960"
        height="540"
      >
        {captions !== undefined && (
          <track
            kind="captions"
            srcLang={page.brand.locale.slice(0, 2)}
            label="Español"
            src={captions}
            default
          />
        )}
      </video>
    </section>
  );
}
