import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { plainWords, type CompiledStep } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { visuallyHidden } from "../controls/classes.ts";
import { useFlow, useRun } from "../run/context.ts";
import { useFilled } from "../run/filled-words.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { usePartId } from "../run/field-id.ts";
import { useStepPath } from "../run/page-context.ts";
import { stepIsOpen, stepName } from "../run/steps.ts";
import classes from "./StepsBar.module.css";

/** Name of what says which step it is: the title of the step is described by it. */
export const placeName = "step-place";

interface HowFarProps {
  way: CompiledStep[];
  /** The bar alone, however much room there is. */
  bar?: boolean;
  /** Stands above it. */
  above?: ReactNode;
  children?: ReactNode;
}

/** How far one is, as a number and a bar, with what else says so. */
export function HowFar({ way, bar = false, above, children }: HowFarProps) {
  const { step } = useFlow();
  const { text, fill } = useWords();
  const name = plainWords(useFilled(stepName(step)));
  const number = String(way.indexOf(step) + 1);
  const count = String(way.length);
  return (
    <nav className={classes["way"]} aria-label={text("steps")} data-bar={bar || undefined}>
      <span hidden id={usePartId(placeName)}>
        {fill("steps.place", { number, count })}
      </span>
      {above}
      <p className={classes["place"]}>{fill("steps.named", { number, count, name })}</p>
      <progress className={classes["far"]} value={number} max={count} aria-hidden="true" />
      {children}
    </nav>
  );
}

/** How far one is: all steps with their names where there is room, else the number and a bar. */
export const StepsBar = ({ way }: { way: CompiledStep[] }) => (
  <HowFar way={way}>
    <ol className={classes["names"]}>
      {way.map((one) => (
        <StepLink key={one.id} step={one} />
      ))}
    </ol>
  </HowFar>
);

/** A step that was done can be gone back to. */
function StepLink({ step }: { step: CompiledStep }) {
  const { flow, step: current, run } = useFlow();
  const { run: state } = useRun(run);
  const { text } = useWords();
  const path = useStepPath(flow, step.id);
  const { search } = useLocation();
  const words = <FilledWords words={stepName(step)} inline />;
  const isDone = state?.done.includes(step.id) ?? false;
  if (step === current) {
    return (
      <li aria-current="step" data-done={isDone || undefined}>
        <span>{words}</span>
      </li>
    );
  }
  return (
    <li data-done={isDone || undefined}>
      {stepIsOpen(flow, step, state) ? (
        <Link to={path + search}>
          {words}
          {isDone && <span className={visuallyHidden}> ({text("steps.done")})</span>}
        </Link>
      ) : (
        <span>{words}</span>
      )}
    </li>
  );
}
