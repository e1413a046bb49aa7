import { useId, useState, type CSSProperties, type ReactNode } from "react";
import { plainWords, type SavedRows } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import type { WordsReader } from "../page/words.ts";
import type { RowItem, ViewProps } from "../page/view-props.ts";
import { useFlowPage } from "../run/page-context.ts";
import classes from "./comparison.module.css";

/** What is compared of all of them: by column what is said, none where nobody knows. */
interface Fact {
  label: string;
  texts: (string | undefined)[];
  differs: boolean;
}

const none: RowItem[] = [];

/** Few things side by side, a column each; where they differ is marked. */
export default function Comparison({ value, block, items = none, own, removeOf, action }: ViewProps) {
  const { savedLists = {} } = useFlowPage().brand;
  const [isShort, setShort] = useState(false);
  const rows = value as unknown[];
  const { of = "" } = (block["saved"] ?? {}) as Partial<SavedRows>;
  const facts = factsOf(items);
  const shown = isShort ? facts.filter(({ differs }) => differs) : facts;
  const hasRoom = action !== undefined && rows.length < (savedLists[of]?.max ?? 0);
  const places = items.length + (hasRoom ? 1 : 0);
  return (
    <>
      {items.length > 1 && <OnlyDifferences own={own} isOn={isShort} onChange={setShort} />}
      <table className={classes["table"]} style={{ "--places": places } as CSSProperties}>
        <caption className={visuallyHidden}>{own.text("caption")}</caption>
        <thead>
          <tr>
            <td aria-hidden="true" />
            {items.map((item, index) => (
              // Two things may be called the same.
              // oxlint-disable-next-line react/no-array-index-key
              <Head key={index} item={item} remove={removeOf?.(rows[index], plainWords(item.title))} />
            ))}
            {hasRoom && (
              <td className={classes["room"]}>
                <SiteLink to={action.to}>
                  <span aria-hidden="true">+</span>
                  {action.label}
                </SiteLink>
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((fact) => (
            <tr key={fact.label} data-differs={fact.differs || undefined}>
              <th scope="row">
                {fact.label}
                {fact.differs && (
                  <span className={classes["mark"]}>
                    <span aria-hidden="true">≠</span>
                    <span className={visuallyHidden}>{own.text("differs")}</span>
                  </span>
                )}
              </th>
              {fact.texts.map((text, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>{text ?? <Unknown own={own} />}</td>
              ))}
              {hasRoom && <td aria-hidden="true" />}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Head({ item: { title: words, picture, link }, remove }: { item: RowItem; remove: ReactNode }) {
  const title = plainWords(words);
  return (
    <th scope="col">
      <div className={classes["head"]}>
        {/* What it shows, the title says. */}
        {picture !== undefined && <img src={picture} alt="" width="475" height="238" decoding="async" />}
        {link ? <SiteLink to={link.to}>{title}</SiteLink> : <span>{title}</span>}
        {remove}
      </div>
    </th>
  );
}

const Unknown = ({ own }: { own: WordsReader }) => (
  <>
    <span aria-hidden="true">–</span>
    <span className={visuallyHidden}>{own.text("unknown")}</span>
  </>
);

function OnlyDifferences({
  own,
  isOn,
  onChange,
}: {
  own: WordsReader;
  isOn: boolean;
  onChange(isOn: boolean): void;
}) {
  const id = useId();
  return (
    <p className={classes["only"]}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>
        <WordsView words={own.words("only")} inline />
      </label>
    </p>
  );
}

/** What is said of each thing, line by line. What nobody knows of any is left out. */
function factsOf(items: RowItem[]): Fact[] {
  return (items[0]?.facts ?? []).flatMap(({ label }, index) => {
    const texts = items.map(({ facts }) => {
      const { text } = facts[index]!;
      return text === undefined ? undefined : plainWords(text);
    });
    if (texts.every((one) => one === undefined)) return [];
    return [{ label, texts, differs: new Set(texts).size > 1 }];
  });
}
