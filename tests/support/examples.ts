/** The examples beside the flows: what an analyst writes down, and what must come of it. */
import {
  evaluate,
  type Answer,
  type Answers,
  type Context,
  type DataState,
  type Evaluation,
  type Option,
  type Prepared,
} from "../../schemas/engine/all.ts";
import { projectFiles } from "./definitions.ts";

export interface Example {
  /** From the project's root. */
  file: string;
  flow: string;
  describe: string;
  brand: string;
  today: string;
  answers: Answers;
  /** Options that each data query gives. */
  data: Record<string, Option[]>;
  expect: {
    steps?: string[];
    visible?: string[];
    hidden?: string[];
    disabled?: string[];
    /** Exactly these. */
    problems?: Record<string, string>;
    /** Effective values; null is none. */
    values?: Record<string, Answer | null>;
    continues?: true;
  };
}

type Written = Omit<Example, "file" | "flow" | "data"> & {
  data?: Record<string, (string | Option)[]>;
};

/** All examples of all flows. */
export async function allExamples(): Promise<Example[]> {
  return Object.values(await projectFiles()).flatMap(({ path, value }) => {
    const match = /^schemas\/flows\/([^/]+)\/examples\//.exec(path);
    if (!match) return [];
    const { data = {}, ...rest } = value as Written;
    const options = Object.entries(data).map(([name, given]): [string, Option[]] => [
      name,
      given.map((one) => (typeof one === "string" ? { value: one, label: one } : one)),
    ]);
    return [{ ...rest, data: Object.fromEntries(options), file: path, flow: match[1]! }];
  });
}

/** Evaluates an example with its data there, whatever they were asked with. */
export function evaluateExample(
  prepared: Prepared,
  { answers, today, data }: Pick<Example, "answers" | "today" | "data">,
): { evaluation: Evaluation; context: Context } {
  const states: Record<string, DataState> = {};
  for (;;) {
    const context = { today, results: {}, data: { ...states } };
    const evaluation = evaluate(prepared, answers, context);
    const wanted = Object.keys(evaluation.inputs).filter(
      (name) => evaluation.inputs[name] && data[name] && !states[name],
    );
    if (wanted.length === 0) return { evaluation, context };
    for (const name of wanted) {
      const options = data[name]!;
      const status = options.length > 0 ? "ready" : "empty";
      states[name] = { status, inputs: evaluation.inputs[name]!, options };
    }
  }
}
