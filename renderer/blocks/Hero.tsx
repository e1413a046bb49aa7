import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { ButtonLink } from "../controls/Button.tsx";
import { Illustration } from "../illustrations/Illustration.tsx";
import blocks from "./blocks.module.css";
import { FirstPicture } from "./FirstPicture.tsx";
import classes from "./hero.module.css";
import { itemsSlot, linkSlot, textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A title, what it is about, what can be done, and a drawing beside them. */
export function Hero({ block, page }: BlockProps) {
  const [title, body] = [wordsSlot(block, "title"), wordsSlot(block, "body")];
  const illustration = textSlot(block, "illustration");
  // Content may leave it out.
  const picture = textSlot(block, "picture") || undefined;
  const actions = [block, ...itemsSlot(block)].flatMap((holder) => linkSlot(holder, "action") ?? []);
  // On the page of a form, the form's own title is the heading of the page.
  const isOverForm = page.screen.flow !== undefined;
  const Title = isOverForm ? "p" : "h1";
  return (
    <section className={classes["hero"]} data-form={isOverForm || undefined}>
      <div className={classes["inner"]}>
        <div className={classes["words"]}>
          {title !== undefined && (
            <Title className={classes["title"]} tabIndex={-1}>
              <WordsView words={title} inline />
            </Title>
          )}
          {body !== undefined && <WordsView words={body} />}
          {actions.length > 0 && (
            <div className={classes["actions"]}>
              {actions.map(({ label, to }, index) => (
                // The first is what the page is about.
                <ButtonLink key={to} size="lg" variant={index === 0 ? "accent" : "white"} to={to}>
                  {plainWords(label)}
                </ButtonLink>
              ))}
            </div>
          )}
        </div>
        {picture !== undefined && <FirstPicture address={picture} className={classes["drawing"]} />}
        {picture === undefined && illustration !== undefined && (
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
