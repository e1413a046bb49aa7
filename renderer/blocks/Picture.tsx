import { WordsView } from "../controls/WordsView.tsx";
import classes from "./media.module.css";
import { textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A picture with what it shows for who does not see it. Its place is there before it is. */
export default function Picture({ block, page }: BlockProps) {
  const body = wordsSlot(block, "body");
  const isFirst = page.screen.blocks.slice(0, 2).includes(block);
  return (
    <figure className={classes["media"]}>
      <img
        src={textSlot(block, "picture")}
        alt={textSlot(block, "alternative") ?? ""}
        width={Number(block["width"])}
        height={Number(block["height"])}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
      />
      {body !== undefined && (
        <figcaption>
          <WordsView words={body} />
        </figcaption>
      )}
    </figure>
  );
}
