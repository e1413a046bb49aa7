import {
  answerText,
  labelsIn,
  stepEvent,
  type CompiledFlow,
  type RunState,
  type StepEvent,
} from "../../schemas/engine/evaluate.ts";
import type { Memory } from "./memory.ts";
import type { FlowStore } from "./store.ts";
import { queriesOf, whenLoaded } from "./when-loaded.ts";

export interface StepEventsDeps {
  flow: CompiledFlow;
  store: FlowStore;
  memory: Memory;
  tell(event: StepEvent): void;
}

/** What every step of every flow tells, whatever its definition says besides. */
const acceptedEvent = (flow: string, step: string): StepEvent => ({
  event: "step_accepted",
  flow,
  step,
});

/** Told of each step that the server has accepted. */
export type Accepted = (step: string, state: RunState) => void;

/**
 * Tells analytics of a step, once for each run in this tab: whoever goes back and continues again is not counted twice.
 * What was chosen is told by its name, so it waits for options that are still on their way.
 */
export function stepEvents({ flow, store, memory, tell }: StepEventsDeps): Accepted {
  return (id, state) => {
    const { analytics } = flow.steps.find((step) => step.id === id) ?? {};
    if (memory.told(state.run).includes(id)) return;
    memory.keepTold(state.run, id);
    tell(acceptedEvent(flow.flow, id));
    if (!analytics) return;
    const { answers, labels = {} } = state;
    const paths = labelsIn(analytics);
    const label = (path: string): string | undefined =>
      labels[path] ?? (answers[path] === undefined ? undefined : labelOf(store, path, answers[path]));
    const unnamed = paths.filter((path) => labels[path] === undefined);
    whenLoaded(store, queriesOf(store, unnamed), () =>
      tell(stepEvent(store.prepared, analytics, { answers, today: store.today, label })),
    );
  };
}

function labelOf(store: FlowStore, path: string, value: RunState["answers"][string]): string | undefined {
  const { options = [] } = store.leaf(path);
  const isKnown = [value].flat().every((one) => options.some((option) => option.value === one));
  // Its code would be taken for its name.
  return isKnown ? answerText(store.prepared, path, { value, options }) : undefined;
}
