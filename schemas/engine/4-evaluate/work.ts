import type {
  Answer,
  Answers,
  CompiledData,
  CompiledField,
  CompiledFlow,
  Context,
  DataState,
  DataStatus,
  Evaluation,
  FieldState,
  KnownNumbers,
  Option,
  Problem,
  TreeOption,
} from "../types/index.ts";
import type { Rows } from "./instance.ts";
import type { Prepared } from "./prepare.ts";
import { collected, isContainer, placeIn } from "./rows.ts";
import { RuleError, truth, valueAt, type Bind, type CompiledRule, type RuleScope } from "./rules.ts";

/** What holds of a field, as bits of one number. */
export const flag = { visible: 1, required: 2, enabled: 4, failed: 8 } as const;

/**
 * What is known of one run while it is evaluated. Lists are by index: of fields, of steps, of data queries. Most of what
 * holds of a field is a number and the rest is kept only where there is any: an object for each field would cost more
 * than all the evaluation.
 */
export interface Work {
  /** The flow with the rows that there are. */
  prepared: Prepared;
  rows: Rows;
  context: Context;
  answers: (Answer | undefined)[];
  flags: number[];
  /** Index of the variant that holds. */
  variant: (number | undefined)[];
  /** What rules say of its limits. Only of fields with such rules. */
  numbers: (KnownNumbers | undefined)[];
  /** What can be chosen. Only of choices. */
  offers: (Offer | undefined)[];
  /** Ids of the lines that a display field shows. */
  items: (string[] | undefined)[];
  problems: (Problem | undefined)[];
  /** Fields as objects, made for whoever asks and kept until the field is looked at again. */
  states: (FieldState | undefined)[];
  /** The chosen option of each choice from a tree. */
  chosen: (TreeOption | undefined)[];
  steps: RuleResult[];
  inputs: (Record<string, Answer> | null | "failed")[];
  scope: FieldScope;
}

export const isVisible = ({ flags }: Work, index: number): boolean => (flags[index]! & flag.visible) !== 0;
export const isRequired = ({ flags }: Work, index: number): boolean => (flags[index]! & flag.required) !== 0;
export const isEnabled = ({ flags }: Work, index: number): boolean => (flags[index]! & flag.enabled) !== 0;
export const isFailed = ({ flags }: Work, index: number): boolean => (flags[index]! & flag.failed) !== 0;

export interface Offer {
  status: DataStatus;
  options: Option[];
}

/** A scope whose effective answers are read by index; `variable` is for everything else. */
export interface FieldScope extends RuleScope {
  values: (Answer | undefined)[];
}

/** Types whose answer is an object: rules may read into it. */
const isObjectType = (field: CompiledField | undefined): boolean =>
  field?.type === "json" || field?.type === "file";

/** Binds the paths of fields to their index. What is put together from others, and what is no field, is read by name. */
export const bindFields =
  (indices: ReadonlyMap<string, number>, fields: CompiledFlow["fields"]): Bind =>
  (path) => {
    const index = indices.get(path);
    if (index !== undefined) {
      const field = placeIn({ fields }, path)?.field;
      if (field && isContainer(field)) return (scope) => scope.variable(path);
      return (scope) => (scope as FieldScope).values[index] ?? null;
    }
    const whole = path.split(".", 2).join(".");
    const holder = isObjectType(fields[whole]) ? indices.get(whole) : undefined;
    if (holder === undefined) return (scope) => scope.variable(path);
    const inner = path.slice(whole.length + 1);
    return (scope) => valueAt((scope as FieldScope).values[holder], inner);
  };

/** Whether a rule holds; `failed` where it could not be evaluated: the caller must refuse. */
export type RuleResult = boolean | "failed";

export function holds(rule: CompiledRule | undefined, scope: RuleScope): RuleResult {
  if (!rule) return true;
  try {
    return truth(rule(scope));
  } catch {
    return "failed";
  }
}

export type QueryInputs = Work["inputs"][number] | undefined;

export const inputsOrNull = (inputs: QueryInputs): Record<string, Answer> | null =>
  inputs === "failed" ? null : (inputs ?? null);

/** Whether the first character is a visible one of ASCII, as that of most answers: asked first, because to trim is slow. */
const beginsInAscii = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return first > 0x20 && first < 0x7f;
};

/** No answer: nothing, or nothing but white space, or no choice. */
export const isBlank = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === "string" && !beginsInAscii(answer) && answer.trim() === "") ||
  (Array.isArray(answer) && answer.length === 0);

/** Whether two leaf answers are the same. */
export const sameAnswer = (a: Answer | undefined, b: Answer | undefined): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** Whether two sets of answers by name say the same, whatever their order. */
export const sameAnswers = (a: Answers, b: Answers): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameAnswer(a[name], b[name]));
};

/** What a data query is to rules: its state, and what it gave for the inputs that hold now. */
export function dataVariable(
  query: CompiledData | undefined,
  inputs: Record<string, Answer> | null,
  known: DataState | undefined,
  path: string,
): unknown {
  const [, , part, ...rest] = path.split(".");
  const fits = inputs !== null && known !== undefined && sameAnswers(known.inputs, inputs);
  const unasked = inputs === null || query?.on === "press";
  if (part === "status") return fits ? known.status : unasked ? "idle" : "loading";
  if (!query || part !== "value") throw new RuleError(`unknown variable "${path}"`);
  return fits && known.status === "ready" ? valueAt(known.value, rest.join(".")) : null;
}

/** Reads `today`, and by name values that the run was begun with and results of programs. @throws {RuleError} on anything else. */
export function contextVariable(
  { today, results }: Pick<Context, "today" | "results">,
  path: string,
): unknown {
  if (path === "today") return today;
  const head = path.split(".", 1)[0]!;
  // What a run has from its beginning: there may be none yet.
  if (/^(run|tracking|with)\./.test(path)) return valueAt(results[head] ?? {}, path.slice(head.length + 1));
  if (!Object.hasOwn(results, head)) throw new RuleError(`unknown variable "${path}"`);
  return valueAt(results, path);
}

/** Reads effective answers by path, groups and lists as a whole, and what the context holds. */
export const scopeOf = (
  { flow }: Pick<Prepared, "flow">,
  values: Answers,
  context: Pick<Context, "today" | "results"> & Partial<Pick<Context, "data">>,
  inputs: Evaluation["inputs"] = {},
): RuleScope => ({
  variable(path) {
    const place = placeIn(flow, path);
    if (place && isContainer(place.field)) return collected(flow, place.field, path, (one) => values[one]);
    if (place) return values[path] ?? null;
    const whole = path.split(".", 2).join(".");
    if (isObjectType(flow.fields[whole])) return valueAt(values[whole], path.slice(whole.length + 1));
    const [head, name = ""] = path.split(".", 2);
    if (head !== "data") return contextVariable(context, path);
    return dataVariable(flow.data[name], inputs[name] ?? null, context.data?.[name], path);
  },
});
