import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { SiteLink } from "../page/SiteLink.tsx";
import section from "./section.module.css";
import classes from "./columns.module.css";
import { Drawn } from "./Drawn.tsx";
import { ExampleMark } from "./ExampleMark.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import { itemsSlot, linkSlot, wordsSlot, type BlockProps } from "./types.ts";

/** Texts side by side. */
export default function Columns({ block, page }: BlockProps) {
  const hasTitle = block["title"] !== undefined;
  const Title = hasTitle ? "h3" : "h2";
  return (
    <section className={section["section"]}>
      {hasTitle && <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />}
      <div className={classes["columns"]}>
        {itemsSlot(block).map((item, index) => {
          const [body, action] = [wordsSlot(item, "body"), linkSlot(item, "action")];
          return (
            // Items of a block do not move.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={classes["column"]}>
              <Drawn item={item} page={page} className={classes["picture"]} />
              <ExampleMark of={item} />
              <Title>
                <WordsView words={wordsSlot(item, "title") ?? ""} inline />
              </Title>
              {body !== undefined && <WordsView words={body} />}
              {action && (
                <p>
                  <SiteLink to={action.to}>{plainWords(action.label)}</SiteLink>
                </p>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
