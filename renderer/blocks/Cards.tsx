import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { SiteLink } from "../page/SiteLink.tsx";
import { Illustration } from "../illustrations/Illustration.tsx";
import { linkCard, linkOfCard } from "../controls/classes.ts";
import blocks from "./blocks.module.css";
import section from "./section.module.css";
import classes from "./cards.module.css";
import { ExampleMark } from "./ExampleMark.tsx";
import { cardsClass } from "./cards-class.ts";
import { SectionTitle } from "./SectionTitle.tsx";
import { itemsSlot, linkSlot, textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** Things that the site helps with, each with the one link that leads there; all of the card can be pressed. */
export default function Cards({ block, page }: BlockProps) {
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} />
      <ul className={`${cardsClass(block)} ${classes["four"]}`}>
        {itemsSlot(block).map((item) => {
          const [title = "", body] = [wordsSlot(item, "title"), wordsSlot(item, "body")];
          const [action, illustration] = [linkSlot(item, "action"), textSlot(item, "illustration")];
          return (
            <li key={plainWords(title)} className={`${linkCard} ${classes["card"]}`}>
              {illustration !== undefined && (
                <Illustration
                  name={illustration}
                  theme={page.brand.theme}
                  className={`${blocks["drawn"]} ${classes["drawing"]}`}
                />
              )}
              <ExampleMark of={item} />
              <h3>
                <WordsView words={title} inline />
              </h3>
              {body !== undefined && <WordsView words={body} />}
              {action && (
                <SiteLink to={action.to} className={`${linkOfCard} ${classes["link"]}`}>
                  <span>{plainWords(action.label)}</span>
                </SiteLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
