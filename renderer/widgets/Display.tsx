import { createElement } from "react";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { useHeadingLevel } from "../run/heading-level.ts";
import { WordsView } from "../controls/WordsView.tsx";
import type { WidgetProps } from "./types.ts";
import classes from "./Display.module.css";
import { ToneMark } from "./ToneMark.tsx";

/** Nothing: what is answered by the address of the page, and is not for people to change. */
export const Nothing = () => null;

/** Text among the fields. */
export function Paragraph(props: WidgetProps) {
  return (
    <div className={classes["paragraph"]} data-path={props.path}>
      <Contents {...props} />
    </div>
  );
}

/** Something that has to be noticed. */
export function Note(props: WidgetProps) {
  const { tone = "info" } = props.field;
  return (
    <div className={classes["note"]} role="note" data-path={props.path} data-tone={tone}>
      <ToneMark tone={tone} />
      <div className={classes["noted"]}>
        <Contents {...props} />
      </div>
    </div>
  );
}

/** A few values under a title, to be seen first: a price, or what was chosen so far. Its look is its widget's. */
export function Highlights(props: WidgetProps) {
  const { field, id, path } = props;
  const titled = plainWords(field.label) !== "";
  return (
    <div
      className={classes["figures"]}
      role="group"
      data-widget={field.widget}
      data-path={path}
      aria-labelledby={titled ? `${id}-title` : undefined}
    >
      <Contents {...props} />
    </div>
  );
}

/** Title, text and lines, as far as there are any. */
function Contents({ path, field, state, id }: WidgetProps) {
  const heading = useHeadingLevel(path);
  const items = (field.items ?? []).filter((item) => state.items?.includes(item.id));
  return (
    <>
      {plainWords(field.label) !== "" &&
        createElement(
          heading,
          { className: classes["displayTitle"], id: `${id}-title` },
          <WordsView words={field.label} inline />,
        )}
      {field.text !== undefined && <WordsView words={field.text} />}
      {items.length > 0 && (
        <dl className={classes["items"]}>
          {items.map((item) => (
            <div key={item.id} data-total={item.total}>
              <dt>
                <FilledWords words={item.label} inline />
              </dt>
              <dd>
                <FilledWords words={item.text} inline />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
