import { plainWords } from "../../schemas/engine/evaluate.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { WordsView } from "../controls/WordsView.tsx";
import { linkCard, linkOfCard } from "../controls/classes.ts";
import classes from "./results.module.css";
import type { RowItem, ViewProps } from "../page/view-props.ts";

const none: RowItem[] = [];

/** Rows as a list or as cards, with what definitions say of each. */
export default function Results({ value, block, items = none, buttonsOf }: ViewProps) {
  const rows = value as unknown[];
  const isList = block["layout"] === "list";
  const hasPictures = (block["item"] as { picture?: string } | undefined)?.picture !== undefined;
  return (
    <ul className={isList ? classes["list"] : classes["cards"]} data-pictures={hasPictures || undefined}>
      {items.map((item, index) => (
        // Rows have no key that all services give; they come and go as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <Result key={index} item={item} row={rows[index]} buttonsOf={buttonsOf} />
      ))}
    </ul>
  );
}

interface ResultProps {
  item: RowItem;
  row: unknown;
  buttonsOf: ViewProps["buttonsOf"];
}

function Result({ item: { title, text, link, picture, facts: all }, row, buttonsOf }: ResultProps) {
  const facts = all.flatMap(({ label, text: words }) => (words === undefined ? [] : [{ label, words }]));
  return (
    <li className={`${linkCard} ${classes["result"]}`}>
      {/* What it shows, the title says; one that cannot be had leaves the title to be seen. */}
      {picture !== undefined && (
        <img
          className={classes["picture"]}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
      <div className={classes["words"]}>
        <h3>
          {link && link.label === undefined ? (
            <SiteLink to={link.to} className={linkOfCard}>
              <span>{plainWords(title)}</span>
            </SiteLink>
          ) : (
            <WordsView words={title} inline />
          )}
        </h3>
        {text !== undefined && (
          <div className={classes["text"]}>
            <WordsView words={text} />
          </div>
        )}
        {facts.length > 0 && (
          <dl className={classes["facts"]}>
            {facts.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>
                  <WordsView words={fact.words} inline />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {link?.label !== undefined && (
          <SiteLink to={link.to} className={`${linkOfCard} ${classes["link"]}`}>
            <span>{link.label}</span>
          </SiteLink>
        )}
        {buttonsOf && <div className={classes["buttons"]}>{buttonsOf(row, plainWords(title))}</div>}
      </div>
    </li>
  );
}
