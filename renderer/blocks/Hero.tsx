import { Button } from "@mantine/core";
import { Link } from "react-router";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../app/WordsView.tsx";
import classes from "./blocks.module.css";
import { linkSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A title, what it is about, and one thing to do. */
export function Hero({ block }: BlockProps) {
  const [title, body, action] = [
    wordsSlot(block, "title"),
    wordsSlot(block, "body"),
    linkSlot(block, "action"),
  ];
  return (
    <section className={classes["hero"]}>
      <div className={classes["heroInner"]}>
        {title !== undefined && (
          <h1 tabIndex={-1}>
            <WordsView words={title} inline />
          </h1>
        )}
        {body !== undefined && <WordsView words={body} />}
        {action && (
          <Button component={Link} to={action.to} size="lg" className={classes["heroAction"]}>
            {plainWords(action.label)}
          </Button>
        )}
      </div>
    </section>
  );
}
