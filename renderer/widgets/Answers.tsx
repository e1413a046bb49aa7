import { Link, useLocation } from "react-router";
import type { AnswerSection } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { useFlow, useRun } from "../run/context.ts";
import { useAnswersBefore, type StepAnswers } from "../run/use-step-answers.ts";
import type { FlowNavigationState } from "../run/navigation-state.ts";
import classes from "./Ending.module.css";
import { useStepPath } from "../run/page-context.ts";
import { stepIsOpen } from "../run/steps.ts";
import type { WidgetProps } from "./types.ts";

/** All that was answered before this step, in people's words, and the way to change it. */
export default function Answers({ field, id, path }: WidgetProps) {
  const steps = useAnswersBefore();
  return (
    <section data-path={path} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <WordsView words={field.label} inline />
      </h2>
      {field.text !== undefined && <WordsView words={field.text} />}
      {steps.map((one) => (
        <OfStep key={one.step} {...one} />
      ))}
    </section>
  );
}

function OfStep({ step, title, sections }: StepAnswers) {
  const { flow, step: current, run } = useFlow();
  const { run: state } = useRun(run);
  const { text } = useWords();
  const { search } = useLocation();
  const path = useStepPath(flow, step);
  const isOpen = stepIsOpen(
    flow,
    flow.steps.find(({ id }) => id === step)!,
    state,
  );
  return (
    <div className={classes["step"]}>
      <div className={classes["head"]}>
        <h3>{title}</h3>
        {isOpen && (
          <Link
            to={path + search}
            state={{ back: current.id } satisfies FlowNavigationState}
            aria-label={`${text("change")}: ${title}`}
          >
            {text("change")}
          </Link>
        )}
      </div>
      {sections.map((section, index) => (
        // Sections neither move nor have a state.
        // oxlint-disable-next-line react/no-array-index-key
        <Section key={index} {...section} />
      ))}
    </div>
  );
}

function Section({ title, rows }: AnswerSection) {
  return (
    <>
      {title !== undefined && <h4>{title}</h4>}
      {rows.length > 0 && (
        <dl>
          {rows.map(({ label, value }, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
