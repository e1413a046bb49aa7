import { plainWords } from "../../schemas/engine/evaluate.ts";
import { ButtonLink } from "../controls/Button.tsx";
import { WordsView } from "../controls/WordsView.tsx";
import classes from "./call-to-action.module.css";
import { itemsSlot, linkSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A strip that asks for one thing, and offers others beside it. */
export default function CallToAction({ block }: BlockProps) {
  const body = wordsSlot(block, "body");
  const actions = [block, ...itemsSlot(block)].flatMap((holder) => linkSlot(holder, "action") ?? []);
  return (
    <section className={classes["strip"]}>
      <div className={classes["inner"]}>
        <div className={classes["words"]}>
          <h2>
            <WordsView words={wordsSlot(block, "title") ?? ""} inline />
          </h2>
          {body !== undefined && <WordsView words={body} />}
        </div>
        <div className={classes["actions"]}>
          {actions.map(({ label, to }, index) => (
            <ButtonLink key={to} to={to} size="lg" variant={index === 0 ? "accent" : "white"}>
              {plainWords(label)}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  );
}
