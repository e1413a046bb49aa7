import { plainWords } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { hintId, Problem, problemId } from "./FieldFrame.tsx";
import type { FrameProps } from "./types.ts";
import classes from "./widgets.module.css";

/** Fields under one name, with what is to be said of them all. */
export function Fieldset({ id, path, label, hint, problem, optional, children }: FrameProps) {
  const { text } = useWords();
  const described = [hint !== undefined && hintId(id), problem !== undefined && problemId(id)]
    .filter(Boolean)
    .join(" ");
  return (
    <fieldset
      className={classes["group"]}
      data-path={path}
      data-problem={problem !== undefined || undefined}
      aria-describedby={described || undefined}
    >
      <legend className={classes["legend"]}>
        {plainWords(label)}
        {optional && <span className={classes["optional"]}> ({text("optional")})</span>}
      </legend>
      {hint !== undefined && (
        <div className={classes["hint"]} id={hintId(id)}>
          <WordsView words={hint} />
        </div>
      )}
      <Problem id={id} problem={problem} />
      <div className={classes["grouped"]}>{children}</div>
    </fieldset>
  );
}
