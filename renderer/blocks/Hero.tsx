import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { ButtonLink } from "../controls/Button.tsx";
import { Illustration } from "../illustrations/Illustration.tsx";
import blocks from "./blocks.module.css";
import classes from "./hero.module.css";
import { linkSlot, textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A title, what it is about, one thing to do, and a drawing beside them. */
export function Hero({ block, page }: BlockProps) {
  const [title, body] = [wordsSlot(block, "title"), wordsSlot(block, "body")];
  const [action, illustration] = [linkSlot(block, "action"), textSlot(block, "illustration")];
  // On the page of a form, the form's own title is the heading of the page.
  const Title = page.screen.flow === undefined ? "h1" : "p";
  return (
    <section className={classes["hero"]}>
      <div className={classes["inner"]}>
        <div className={classes["words"]}>
          {title !== undefined && (
            <Title className={classes["title"]} tabIndex={-1}>
              <WordsView words={title} inline />
            </Title>
          )}
          {body !== undefined && <WordsView words={body} />}
          {action && (
            <ButtonLink size="lg" variant="accent" to={action.to}>
              {plainWords(action.label)}
            </ButtonLink>
          )}
        </div>
        {illustration !== undefined && (
          <Illustration
            name={illustration}
            theme={page.brand.theme}
            className={`${blocks["onHero"]} ${classes["drawing"]}`}
          />
        )}
      </div>
    </section>
  );
}
