/** The examples beside the flows: what an analyst writes down, and what must come of it. Run by `check` and by the tests. */
import { isDeepStrictEqual } from "node:util";
import {
  change,
  evaluate,
  plainWords,
  sameAnswers,
  type Answer,
  type Answers,
  type Context,
  type DataState,
  type Evaluation,
  type Option,
  type Prepared,
  type Revision,
} from "../../schemas/engine/all.ts";
import type { GivenProgram, Led, Ran, Told } from "./run-program.ts";

/** What a data query gives. */
export type Given = Pick<DataState, "status" | "options" | "value">;

export interface Example {
  /** From the project's root. */
  file: string;
  flow: string;
  describe: string;
  brand: string;
  today: string;
  /** What the content says, of a flow that there is one of for each entry. */
  content?: object;
  answers: Answers;
  data: Record<string, Given>;
  results: Record<string, unknown>;
  /** What the person changes afterwards. */
  edits: Record<string, Answer | undefined>;
  /** What is continued from, with these answers. What is expected besides is expected after it. */
  program?: GivenProgram;
  expect: {
    /** Where the program led. */
    outcome?: Led;
    /** What programs left. */
    results?: Record<string, unknown>;
    /** What is told of the step that was reached. */
    told?: Told[];
    steps?: string[];
    visible?: string[];
    hidden?: string[];
    disabled?: string[];
    /** What can be chosen, as it is read, by path: exactly these, in order. */
    options?: Record<string, string[]>;
    /** Exactly these. */
    problems?: Record<string, string>;
    /** Effective values; null is none. */
    values?: Record<string, Answer | null>;
    /** Exactly these, by the edits. */
    cleared?: string[];
    continues?: true;
  };
}

type WrittenOptions = (string | Option)[];

type Written = Omit<Example, "file" | "flow" | "data" | "edits" | "results"> & {
  results?: Record<string, unknown>;
  data?: Record<string, WrittenOptions | "failed" | { value: unknown; options?: WrittenOptions }>;
  edits?: Record<string, Answer | null>;
};

const optionsOf = (given: WrittenOptions): Option[] =>
  given.map((one) => (typeof one === "string" ? { value: one, label: one } : one));

function givenOf(written: WrittenOptions | "failed" | { value: unknown; options?: WrittenOptions }): Given {
  if (written === "failed") return { status: "failed", options: [] };
  if (Array.isArray(written)) {
    return { status: written.length > 0 ? "ready" : "empty", options: optionsOf(written) };
  }
  const { value, options = [] } = written;
  return { status: value === null ? "empty" : "ready", options: optionsOf(options), value };
}

/** The examples among parsed definition files. */
export function examplesIn(files: { path: string; value: unknown }[]): Example[] {
  return files.flatMap(({ path, value }) => {
    const match = /^schemas\/flows\/([^/]+)\/examples\//.exec(path);
    if (!match) return [];
    const { data = {}, edits = {}, results = {}, ...rest } = value as Written;
    const given = Object.entries(data).map(([name, one]): [string, Given] => [name, givenOf(one)]);
    const changes = Object.entries(edits).map(([name, one]) => [name, one ?? undefined] as const);
    return [
      {
        ...rest,
        results,
        edits: Object.fromEntries(changes),
        data: Object.fromEntries(given),
        file: path,
        flow: match[1]!,
      },
    ];
  });
}

/** Evaluates an example with its data there, whatever they were asked with, and then its edits. */
export function evaluateExample(
  prepared: Prepared,
  { answers, today, data, results, edits }: Pick<Example, "answers" | "today" | "data" | "results" | "edits">,
): { evaluation: Evaluation; context: Context; cleared: string[] } {
  const before = withData(prepared, answers, today, results, data);
  if (Object.keys(edits).length === 0) return { ...before, cleared: [] };
  const edited = change(prepared, answers, edits, before.context);
  const after = withData(prepared, edited.answers, today, results, data);
  // What came for the new inputs may offer less than what was chosen.
  const settled = change(prepared, edited.answers, {}, after.context);
  const isSettled = sameAnswers(settled.answers, edited.answers);
  return {
    ...(isSettled ? after : withData(prepared, settled.answers, today, results, data)),
    cleared: [...edited.cleared, ...settled.cleared],
  };
}

function withData(
  prepared: Prepared,
  answers: Answers,
  today: string,
  results: Record<string, unknown>,
  data: Record<string, Given>,
): { evaluation: Evaluation; context: Context } {
  const states: Record<string, DataState> = {};
  for (;;) {
    const context = { today, results, data: { ...states } };
    const evaluation = evaluate(prepared, answers, context);
    const wanted = Object.keys(evaluation.inputs).filter(
      (name) => evaluation.inputs[name] && data[name] && !states[name],
    );
    if (wanted.length === 0) return { evaluation, context };
    for (const name of wanted) states[name] = { ...data[name]!, inputs: evaluation.inputs[name]! };
  }
}

/** What an example says, and what came of it instead. */
export interface Difference {
  /** In the example's file. */
  at: (string | number)[];
  expected: unknown;
  found: unknown;
}

/** What examples are tried with. */
export interface Tried {
  prepared: Prepared;
  revision: Revision;
}

/** Where what came of an example is not what it says. */
export async function differences({ prepared, revision }: Tried, example: Example): Promise<Difference[]> {
  const before = evaluateExample(prepared, example);
  const { program, results } = example;
  if (!program) return compared({ ...before, results }, example);
  const { evaluation, context } = before;
  const upTo = evaluation.steps.slice(0, evaluation.steps.indexOf(program.step) + 1);
  const problems = evaluation.problems.filter(({ path }) => upTo.includes(path.split(".", 1)[0]!));
  if (upTo.length === 0 || problems.length > 0) {
    const found = Object.fromEntries(problems.map(({ path, code }) => [path, code]));
    const isShown = upTo.length > 0;
    return [{ at: ["program", "step"], expected: program.step, found: isShown ? found : evaluation.steps }];
  }
  // Most examples have none: what runs it is the server's, and takes its time to load.
  const { runExampleProgram, MisfitError } = await import("./run-program.ts");
  const { today, data } = context;
  const values = { prepared, evaluation, today, data, results: { ...results } };
  let ran: Ran;
  try {
    ran = await runExampleProgram(revision, values, program);
  } catch (error) {
    if (error instanceof MisfitError) return [error];
    throw error;
  }
  const left = { ...results, ...ran.kept };
  const answers = { ...evaluation.values, ...ran.filled };
  const after = evaluateExample(prepared, { ...example, answers, results: left, edits: {} });
  return compared(
    { ...after, cleared: before.cleared, results: left, led: ran.led, told: ran.told },
    example,
  );
}

interface Came {
  evaluation: Evaluation;
  cleared: string[];
  results: Record<string, unknown>;
  led?: Led;
  told?: Told[];
}

function compared({ evaluation, cleared, results, led, told = [] }: Came, example: Example): Difference[] {
  const { expect } = example;
  const found: Difference[] = [];
  const compare = (at: Difference["at"], expected: unknown, got: unknown): void => {
    if (!isDeepStrictEqual(expected, got)) found.push({ at: ["expect", ...at], expected, found: got });
  };
  const stateOf = (path: string) => evaluation.fields[path];
  const problems = Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code]));
  if (expect.outcome) compare(["outcome"], expect.outcome, led);
  for (const [name, value] of Object.entries(expect.results ?? {})) {
    compare(["results", name], value, results[name] ?? null);
  }
  if (expect.told) compare(["told"], expect.told, told);
  if (expect.steps) compare(["steps"], expect.steps, evaluation.steps);
  for (const [index, path] of (expect.visible ?? []).entries()) {
    compare(["visible", index], true, stateOf(path)?.visible ?? false);
  }
  // What a brand never asks is not even there.
  for (const [index, path] of (expect.hidden ?? []).entries()) {
    compare(["hidden", index], false, stateOf(path)?.visible ?? false);
  }
  for (const [index, path] of (expect.disabled ?? []).entries()) {
    compare(["disabled", index], false, stateOf(path)?.enabled);
  }
  for (const [path, labels] of Object.entries(expect.options ?? {})) {
    const offered = (stateOf(path)?.options ?? []).filter(({ disabled }) => !disabled);
    compare(
      ["options", path],
      labels,
      offered.map(({ label }) => plainWords(label)),
    );
  }
  const before = found.length;
  if (expect.problems) compare(["problems"], expect.problems, problems);
  // What is wrong with the problems is told once.
  if (expect.continues && found.length === before) compare(["continues"], {}, problems);
  if (expect.cleared) compare(["cleared"], expect.cleared.toSorted(), cleared.toSorted());
  for (const [path, value] of Object.entries(expect.values ?? {})) {
    compare(["values", path], value, evaluation.values[path] ?? null);
  }
  return found;
}
