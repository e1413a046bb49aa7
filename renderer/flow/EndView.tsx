import { Button } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router";
import { valueAt } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../app/words.ts";
import { FlowContext, useFlow, type FlowParts } from "./context.ts";
import { FilledWords } from "./FilledWords.tsx";
import classes from "./flow.module.css";

/** The last step: what was received, its number, and what to do with it. */
export function EndView({ flow, step, store, run }: FlowParts) {
  const parts = useMemo(() => ({ flow, step, store, run }), [flow, step, store, run]);
  return (
    <FlowContext value={parts}>
      <Receipt />
    </FlowContext>
  );
}

function Receipt() {
  const { step, store } = useFlow();
  const { text, words } = useWords();
  const numbered = Boolean(valueAt(store.results(), "submission.number"));
  return (
    <div className={classes["end"]}>
      <CheckMark />
      <div className={classes["heading"]}>
        <h1 tabIndex={-1}>
          <FilledWords words={step.title} inline />
        </h1>
        {step.body !== undefined && <FilledWords words={step.body} />}
      </div>
      {numbered && (
        <p className={classes["receipt"]}>
          <FilledWords words={words("receipt")} inline />
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
