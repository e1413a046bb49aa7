import { plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { ButtonLink } from "../controls/Button.tsx";
import { Illustration } from "../illustrations/Illustration.tsx";
import classes from "./banner.module.css";
import blocks from "./blocks.module.css";
import { ExampleMark } from "./ExampleMark.tsx";
import { linkSlot, textSlot, wordsSlot, type BlockHolder } from "./types.ts";

/** One notice, on the brand's own ground: its words, and a drawing or picture beside them. */
export function Slide({ item, page }: { item: BlockHolder; page: Page }) {
  const [title = "", body] = [wordsSlot(item, "title"), wordsSlot(item, "body")];
  const [illustration, picture] = [textSlot(item, "illustration"), textSlot(item, "picture")];
  const action = linkSlot(item, "action");
  return (
    <div className={classes["slide"]}>
      <div className={classes["words"]}>
        <ExampleMark of={item} />
        <h2>
          <WordsView words={title} inline />
        </h2>
        {body !== undefined && <WordsView words={body} />}
        {action && (
          <ButtonLink to={action.to} variant="accent">
            {plainWords(action.label)}
          </ButtonLink>
        )}
      </div>
      {picture === undefined
        ? illustration !== undefined && (
            <Illustration
              name={illustration}
              theme={page.brand.theme}
              className={`${blocks["onHero"]} ${classes["drawing"]}`}
            />
          )
        : // What it says is in the words beside it.
          picture !== "" && (
            <img src={picture} alt="" width="640" height="320" className={classes["picture"]} />
          )}
    </div>
  );
}
