import { createElement } from "react";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { moduleNamed } from "../views/registry.ts";
import { Deferred } from "./Deferred.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import { Slide } from "./Slide.tsx";
import { StoryCard } from "./StoryCard.tsx";
import section from "./section.module.css";
import classes from "./stories.module.css";
import tall from "./tall-card.module.css";
import { itemsSlot, textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** How wide one of them is, by what it is. */
const sizes = { promotions: "large", pages: "large", pictures: "tall", content: "whole" } as const;

/** What slides from content: by itself, by buttons, by keys, by a finger. */
export default function Slider({ block, page }: BlockProps) {
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      <Deferred of={Sliding} block={block} page={page} />
    </section>
  );
}

function Sliding({ block, page }: BlockProps) {
  const layout = textSlot(block, "layout") as keyof typeof sizes;
  const items = itemsSlot(block);
  const label = plainWords(wordsSlot(block, "title") ?? "");
  return createElement(
    moduleNamed("slider")!.Slider,
    { label, count: items.length, size: sizes[layout], still: undefined },
    <ul className={classes["list"]}>
      {items.map((item, index) =>
        layout === "content" ? (
          // Items of a block do not move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Slide item={item} page={page} isFar={index > 0} />
          </li>
        ) : (
          <StoryCard
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            item={item}
            page={page}
            className={layout === "pictures" ? tall["tall"] : ""}
          />
        ),
      )}
    </ul>,
  );
}
