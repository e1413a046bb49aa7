import { Button } from "@mantine/core";
import { Link } from "react-router";
import { answerText, fillWords, valueAt, type Words } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../app/words.ts";
import { WordsView } from "../app/WordsView.tsx";
import type { FlowParts } from "./context.ts";
import classes from "./flow.module.css";

/** A result of the run as text, by its name, e.g. `submission.number`. */
function resultText(results: Record<string, unknown>, name: string): string {
  const found = valueAt(results, name);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** The last step: what was received, its number, and what to do with it. */
export function EndView({ flow, step, store, run }: FlowParts) {
  const { text, words } = useWords();
  const results = run.view().run?.results ?? store.results();
  const answers = run.view().run?.answers ?? store.answers();
  const options = (path: string) => store.leaf(path).options;
  const value = (name: string): string =>
    Object.hasOwn(flow.fields, name)
      ? answerText(store.prepared, name, answers[name], options(name))
      : resultText(results, name);
  const filled = (text_: Words): Words => fillWords(text_, value);
  const numbered = resultText(results, "submission.number") !== "";
  return (
    <div className={classes["end"]}>
      <CheckMark />
      <div className={classes["heading"]}>
        <h1 tabIndex={-1}>
          <WordsView words={filled(step.title)} inline />
        </h1>
        {step.body !== undefined && <WordsView words={filled(step.body)} />}
      </div>
      {numbered && (
        <p className={classes["receipt"]}>
          <WordsView words={filled(words("receipt"))} inline />
        </p>
      )}
      <div className={`${classes["endActions"]} screen-only`}>
        <Button component={Link} to="/" size="lg">
          {text("home")}
        </Button>
        <Button variant="outline" size="lg" onClick={() => window.print()}>
          {text("print")}
        </Button>
      </div>
    </div>
  );
}

function CheckMark() {
  return (
    <svg className={classes["check"]} viewBox="0 0 56 56" width="56" height="56" aria-hidden="true">
      <circle cx="28" cy="28" r="28" fill="currentColor" />
      <path
        d="m16.5 28.5 8 8 15-16"
        fill="none"
        stroke="#fff"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
