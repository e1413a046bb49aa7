import { use, useMemo } from "react";
import {
  booleansOf,
  knownAddress,
  knownWords,
  plainWords,
  rowReader,
  type ReadName,
  type Words,
} from "../../schemas/engine/evaluate.ts";
import { isOwnPath } from "../page/links.ts";
import { BrandWords } from "../page/words.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { WordsView } from "../controls/WordsView.tsx";
import { linkCard, linkOfCard } from "../controls/link-card.ts";
import classes from "./results.module.css";
import type { ViewProps } from "../page/view-props.ts";

/** What of each row is shown, as the block says it: words and addresses with the row's columns. */
interface Item {
  title: Words;
  text?: Words;
  facts?: { label: Words; text: Words }[];
  link?: { label: Words; to: string };
  picture?: string;
  /** Origins that pictures may come from beside this site. */
  picturesFrom?: string[];
}

/** Rows as a list or as cards, with what definitions say of each. */
export default function Results({ value, block }: ViewProps) {
  const rows = value as Record<string, unknown>[];
  const item = block["item"] as Item;
  const isList = block["layout"] === "list";
  return (
    <ul
      className={isList ? classes["list"] : classes["cards"]}
      data-pictures={item.picture !== undefined || undefined}
    >
      {rows.map((row, index) => (
        // Rows have no key that all services give; they come and go as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <Result key={index} row={row} item={item} />
      ))}
    </ul>
  );
}

function Result({ row, item }: { row: Record<string, unknown>; item: Item }) {
  const read = useMemo(() => rowReader(row), [row]);
  const booleans = booleansOf(use(BrandWords));
  const title = knownWords(item.title, read, booleans) ?? "";
  const text = item.text && knownWords(item.text, read, booleans);
  const facts = (item.facts ?? []).flatMap(({ label, text: words }) => {
    const known = knownWords(words, read, booleans);
    return known === undefined ? [] : [{ label: plainWords(label), words: known }];
  });
  const picture = pictureOf(item, read);
  const to = item.link && knownAddress(item.link.to, read);
  const label = item.link && knownWords(item.link.label, read, booleans);
  const isLink = to !== undefined && label !== undefined && (isOwnPath(to) || to.startsWith("https://"));
  return (
    <li className={`${linkCard} ${classes["result"]}`}>
      {/* What it shows, the title says. */}
      {picture !== undefined && (
        <img className={classes["picture"]} src={picture} alt="" loading="lazy" decoding="async" />
      )}
      <div className={classes["words"]}>
        <h3>
          <WordsView words={title} inline />
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
        {isLink && (
          <SiteLink to={to} className={`${linkOfCard} ${classes["link"]}`}>
            <span>{plainWords(label)}</span>
          </SiteLink>
        )}
      </div>
    </li>
  );
}

/** The picture of a row, where it comes from this site or from one that the block names: no other one is let in. */
function pictureOf({ picture, picturesFrom = [] }: Item, read: ReadName): string | undefined {
  const address = picture === undefined ? undefined : knownAddress(picture, read);
  if (address === undefined || isOwnPath(address)) return address;
  const origin = URL.parse(address)?.origin;
  return origin !== undefined && picturesFrom.includes(origin) ? address : undefined;
}
