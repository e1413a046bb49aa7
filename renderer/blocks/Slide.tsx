import { plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { ButtonLink } from "../controls/Button.tsx";
import { Illustration } from "../illustrations/Illustration.tsx";
import classes from "./banner.module.css";
import blocks from "./blocks.module.css";
import { ExampleMark } from "./ExampleMark.tsx";
import { linkSlot, textSlot, wordsSlot, type BlockHolder } from "./types.ts";

/**
 * One notice, on the brand's own ground: its words, and a drawing or picture beside them, which is not asked for before its
 * turn where that is far.
 */
export function Slide({ item, page, isFar }: { item: BlockHolder; page: Page; isFar?: boolean }) {
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
            <img
              // Before the address: else it is asked for at once.
              loading={isFar ? "lazy" : "eager"}
              src={picture}
              alt=""
              width="640"
              height="320"
              className={classes["picture"]}
            />
          )}
    </div>
  );
}
