import { plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { linkCard, linkOfCard } from "../controls/classes.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { Drawn } from "./Drawn.tsx";
import { ExampleMark } from "./ExampleMark.tsx";
import classes from "./story-card.module.css";
import { linkSlot, textSlot, wordsSlot, type BlockHolder } from "./types.ts";

interface StoryCardProps {
  item: BlockHolder;
  page: Page;
  /** Of one that looks otherwise. */
  className?: string | undefined;
}

/** A card that tells something under its picture, and leads on wherever it is pressed. */
export function StoryCard({ item, page, className = "" }: StoryCardProps) {
  const [title = "", body, note] = [
    wordsSlot(item, "title"),
    wordsSlot(item, "body"),
    wordsSlot(item, "note"),
  ];
  const [offer, date] = [textSlot(item, "offer"), textSlot(item, "date")];
  const action = linkSlot(item, "action");
  return (
    <li className={`${linkCard} ${classes["card"]} ${className}`}>
      <Drawn item={item} page={page} className={classes["picture"]} />
      <div className={classes["words"]}>
        <ExampleMark of={item} />
        {offer !== undefined && <p className={classes["offer"]}>{offer}</p>}
        {date !== undefined && (
          <p className={classes["date"]}>
            <time dateTime={date}>{textSlot(item, "day") ?? date}</time>
          </p>
        )}
        <h3>
          <WordsView words={title} inline />
        </h3>
        {body !== undefined && (
          <div className={classes["body"]}>
            <WordsView words={body} />
          </div>
        )}
        {note !== undefined && (
          <div className={classes["note"]}>
            <WordsView words={note} />
          </div>
        )}
        {action && (
          <SiteLink to={action.to} className={`${linkOfCard} ${classes["link"]}`}>
            <span>{plainWords(action.label)}</span>
          </SiteLink>
        )}
      </div>
    </li>
  );
}
