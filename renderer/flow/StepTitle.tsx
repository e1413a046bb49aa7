import { createElement, use } from "react";
import { useFlow } from "../run/context.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { StepHeading } from "../run/heading-level.ts";
import classes from "./flow.module.css";

/** What a step, or a finder, is called, and what stands under it. */
export function StepTitle({ describedBy }: { describedBy?: string | undefined }) {
  const { step } = useFlow();
  const heading = use(StepHeading);
  return (
    <div className={classes["heading"]}>
      {createElement(
        heading,
        { tabIndex: -1, ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }) },
        <FilledWords words={step.title} inline />,
      )}
      {step.body !== undefined && <FilledWords words={step.body} />}
    </div>
  );
}
