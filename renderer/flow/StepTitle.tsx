import { createElement, use } from "react";
import { useFlow } from "../run/context.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { StepHeading } from "../run/heading-level.ts";
import classes from "./flow.module.css";

interface StepTitleProps {
  describedBy?: string | undefined;
  /** What a finder is called by what is chosen, in the place of its step's title. */
  called?: string | undefined;
}

/** What a step, or a finder, is called, and what stands under it. */
export function StepTitle({ describedBy, called }: StepTitleProps) {
  const { step } = useFlow();
  const heading = use(StepHeading);
  return (
    <div className={classes["heading"]}>
      {createElement(
        heading,
        { tabIndex: -1, ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }) },
        called ?? <FilledWords words={step.title} inline />,
      )}
      {step.body !== undefined && <FilledWords words={step.body} />}
    </div>
  );
}
