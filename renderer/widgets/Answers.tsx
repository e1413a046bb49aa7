import { useCallback, useMemo, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import {
  fillWords,
  plainWords,
  sectionsOfStep,
  withAnswers,
  type Answered,
  type AnswerSection,
  type CompiledFlow,
} from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { useFlow, useRun } from "../run/context.ts";
import { wordValues } from "../run/filled-words.ts";
import type { FlowNavigationState } from "../run/navigation-state.ts";
import classes from "./Ending.module.css";
import { useStepPath } from "../run/page-context.ts";
import { stepIsOpen } from "../run/steps.ts";
import type { FlowStore } from "../run/store.ts";
import type { WidgetProps } from "./types.ts";

/** What was answered on one step. */
interface StepAnswers {
  step: string;
  title: string;
  sections: AnswerSection[];
}

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

/** The answers of the steps before this one; looked at again when they change, or when data says how they are read. */
function useAnswersBefore(): StepAnswers[] {
  const { flow, step, store } = useFlow();
  const { text } = useWords();
  const subscribe = useCallback(
    (listener: () => void) => {
      const elsewhere = (path: string): boolean => !path.startsWith(`${step.id}.`);
      const stops = [
        store.onEdit((paths) => {
          if (paths.some(elsewhere)) listener();
        }),
        store.subscribe("results", listener),
        ...Object.keys(flow.data).map((name) => store.subscribe(`data.${name}`, listener)),
      ];
      return () => stops.forEach((stop) => stop());
    },
    [flow, step, store],
  );
  const read = useCallback(
    () => JSON.stringify(answersBefore(flow, step.id, store, text("loading"))),
    [flow, step, store, text],
  );
  const now = useSyncExternalStore(subscribe, read, read);
  return useMemo(() => JSON.parse(now) as StepAnswers[], [now]);
}

function answersBefore(
  flow: CompiledFlow,
  current: string,
  store: FlowStore,
  loading: string,
): StepAnswers[] {
  const { steps, values } = store.evaluation();
  const answered: Answered = {
    flow,
    steps,
    answers: values,
    label: (path) => labelOf(store, path) ?? loading,
    fill: (words) => fillWords(words, wordValues(store)),
  };
  const end = flow.steps.findIndex(({ id }) => id === current);
  return flow.steps.slice(0, end).flatMap((step) => {
    const sections = steps.includes(step.id) ? withAnswers(sectionsOfStep(answered, step)) : [];
    const title = plainWords(answered.fill(step.title));
    return sections.length > 0 ? [{ step: step.id, title, sections }] : [];
  });
}

/** How an answer is read; undefined while the options are on their way that say it. */
function labelOf(store: FlowStore, path: string): string | undefined {
  const text = wordValues(store)(path);
  return text === "" && store.leaf(path).status === "loading" ? undefined : text;
}
