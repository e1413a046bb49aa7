import { useCallback, useMemo, useSyncExternalStore } from "react";
import {
  fillWords,
  plainWords,
  sectionsOfStep,
  withAnswers,
  type Answered,
  type Answers,
  type AnswerSection,
  type CompiledFlow,
} from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { useFlow } from "./context.ts";
import { wordValues } from "./filled-words.ts";
import type { FlowStore } from "./store.ts";

/** What was answered on one step, in people's words. */
export interface StepAnswers {
  step: string;
  title: string;
  sections: AnswerSection[];
  /** The last three of them, by which one knows what was said: a person's own, where there are any beside what was worked out. */
  told: string[];
}

/** The answers of the steps before this one. */
export const useAnswersBefore = (): StepAnswers[] => useStepAnswers(false);

/** The answers of the steps up to this one, which change while it is answered. */
export const useAnswersSoFar = (): StepAnswers[] => useStepAnswers(true);

/** Looked at again when they change, or when data says how they are read. */
function useStepAnswers(withCurrent: boolean): StepAnswers[] {
  const { flow, step, store } = useFlow();
  const { text } = useWords();
  const subscribe = useCallback(
    (listener: () => void) => {
      const counts = (path: string): boolean => withCurrent || !path.startsWith(`${step.id}.`);
      const stops = [
        store.onEdit((paths) => {
          if (paths.some(counts)) listener();
        }),
        store.subscribe("results", listener),
        ...Object.keys(flow.data).map((name) => store.subscribe(`data.${name}`, listener)),
      ];
      return () => stops.forEach((stop) => stop());
    },
    [flow, step, store, withCurrent],
  );
  const read = useCallback(() => {
    const end = flow.steps.indexOf(step) + (withCurrent ? 1 : 0);
    return JSON.stringify(stepAnswers(flow, end, store, text("loading")));
  }, [flow, step, store, text, withCurrent]);
  const now = useSyncExternalStore(subscribe, read, read);
  return useMemo(() => JSON.parse(now) as StepAnswers[], [now]);
}

/** What nobody sees on the page is of the address: there it is read as what it names. */
const asked = (flow: CompiledFlow, values: Answers): Answers =>
  Object.fromEntries(Object.entries(values).filter(([path]) => flow.fields[path]?.widget !== "hidden"));

/** Without these. */
const without = (answers: Answers, paths: string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([path]) => !paths.includes(path)));

const valuesOf = (sections: AnswerSection[]): string[] =>
  sections.flatMap(({ rows }) => rows.map(({ value }) => value));

function stepAnswers(flow: CompiledFlow, end: number, store: FlowStore, loading: string): StepAnswers[] {
  const { steps, values } = store.evaluation();
  const answered: Answered = {
    flow,
    steps,
    answers: asked(flow, values),
    label: (path) => labelOf(store, path) ?? loading,
    fill: (words) => fillWords(words, wordValues(store)),
  };
  const workedOut = Object.keys(answered.answers).filter((path) => flow.fields[path]?.computed !== undefined);
  return flow.steps.slice(0, end).flatMap((step) => {
    const sections = steps.includes(step.id) ? withAnswers(sectionsOfStep(answered, step)) : [];
    if (sections.length === 0) return [];
    const title = plainWords(answered.fill(step.title));
    // Most steps work nothing out: they are read once.
    const here = workedOut.filter((path) => path.startsWith(`${step.id}.`));
    const own =
      here.length === 0
        ? sections
        : sectionsOfStep({ ...answered, answers: without(answered.answers, here) }, step);
    const said = valuesOf(own);
    return [
      { step: step.id, title, sections, told: (said.length > 0 ? said : valuesOf(sections)).slice(-3) },
    ];
  });
}

/** How an answer is read; undefined while the options are on their way that say it. */
function labelOf(store: FlowStore, path: string): string | undefined {
  const text = wordValues(store)(path);
  return text === "" && store.leaf(path).status === "loading" ? undefined : text;
}
