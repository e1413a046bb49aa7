import { plainWords } from "../../schemas/engine/evaluate.ts";
import { ButtonLink } from "../controls/Button.tsx";
import { cardsClass } from "./cards-class.ts";
import { SectionTitle } from "./SectionTitle.tsx";
import { StoryCard } from "./StoryCard.tsx";
import section from "./section.module.css";
import classes from "./stories.module.css";
import { itemsSlot, linkSlot, type BlockProps } from "./types.ts";

/** Cards beside each other, of what is offered or of what is new; and where there is more of it. */
export default function Promotions({ block, page }: BlockProps) {
  const action = linkSlot(block, "action");
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      <ul className={cardsClass(block)}>
        {itemsSlot(block).map((item, index) => (
          // Items of a block do not move.
          // oxlint-disable-next-line react/no-array-index-key
          <StoryCard key={index} item={item} page={page} />
        ))}
      </ul>
      {action && (
        <p className={classes["more"]}>
          <ButtonLink to={action.to} variant="outline">
            {plainWords(action.label)}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
