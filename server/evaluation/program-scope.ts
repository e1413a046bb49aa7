import {
  answerText,
  collected,
  compileRule,
  fieldAt,
  fillWords,
  isContainer,
  isFilled,
  RuleError,
  placeholderText,
  scopeOf,
  sectionsOfStep,
  truth,
  type Answer,
  type CompiledRule,
  type DataState,
  type Evaluation,
  type Mapping,
  type Prepared,
  type Rule,
  type RuleScope,
  type Words,
  type WordSource,
} from "../../schemas/engine/serve.ts";

/** What the rules and words of a program may read. */
export interface ProgramValues {
  prepared: Prepared;
  evaluation: Evaluation;
  today: string;
  /** What data queries gave, by name. */
  data: Record<string, DataState>;
  /** What `filled.<query>` is judged by, of queries that only a button asks: nothing else hangs on it. */
  pressed?: Record<string, DataState>;
  /** Results by name: of calls, of `set`, `submission`, and `with`: what the run was begun with. */
  results: Record<string, unknown>;
}

/** How the person would read an answer: the label of what was chosen, the formatted text. */
export const answerLabel = ({ prepared, evaluation }: ProgramValues, path: string): string =>
  answerText(prepared, path, evaluation.fields[path] ?? { value: undefined });

/** As people read it: an answer, or all that a group or list holds. Null without an answer, and empty without rows. */
function labelled(values: ProgramValues, path: string): unknown {
  const { prepared, evaluation } = values;
  const read = (one: string): Answer | undefined => {
    const answer = evaluation.values[one];
    const type = fieldAt(prepared, one)?.type;
    // Rows are found by their ids; what a raw schema describes has labels of its own.
    return answer === undefined || type === "list" || type === "json" ? answer : answerLabel(values, one);
  };
  const field = fieldAt(prepared, path);
  if (!field) throw new RuleError(`unknown variable "labels.${path}"`);
  return isContainer(field) ? collected(prepared.flow, field, path, read) : (read(path) ?? null);
}

/**
 * What was asked and answered in a step, in order and as people read it. Boxes are left out: what was agreed to is kept
 * with the submission. @throws {RuleError} on an unknown step.
 */
function answeredIn(values: ProgramValues, id: string): { label: string; value: string }[] {
  const { prepared, evaluation } = values;
  const step = prepared.flow.steps.find((one) => one.id === id);
  if (!step) throw new RuleError(`unknown variable "answered.${id}"`);
  const told = Object.entries(evaluation.values).filter(
    ([path]) => !boxes.has(fieldAt(prepared, path)?.widget ?? ""),
  );
  const sections = sectionsOfStep(
    {
      flow: prepared.flow,
      steps: evaluation.steps,
      answers: Object.fromEntries(told),
      label: (path) => answerLabel(values, path),
      fill: (words) => fillFor(values, words),
    },
    step,
  );
  return sections.flatMap(({ rows }) => rows);
}

/** Widgets of one box to tick. */
const boxes: ReadonlySet<string> = new Set(["checkbox", "consent"]);

/** What only calls are told. */
interface ToldToCalls {
  /** What a document says. */
  document?(id: string): unknown;
  /** The step that somebody came to, and the visit. */
  advance?: { step: string; visit: string };
  /** Where events are brought, and the codes that bring them, by the name of what is waited for. */
  waits?: ReadonlyMap<string, { address: string; code: string }>;
}

/**
 * What the engine's rules read, `labels.<path>`, `answered.<step>` and `filled.<query>`; and for calls `documents.<id>`,
 * `waits.<name>.address` and `.code`, `advance.step` and `.visit`.
 * @throws {RuleError} on an unknown path.
 */
export function programScope(values: ProgramValues, told?: ToldToCalls): RuleScope {
  const { prepared, evaluation, today, results, data } = values;
  const scope = scopeOf(prepared, evaluation.values, { today, results, data }, evaluation.inputs);
  return {
    variable(path) {
      if (path.startsWith("labels.")) return labelled(values, path.slice("labels.".length));
      if (path.startsWith(filledPrefix)) return filledBy(values, path.slice(filledPrefix.length));
      if (path.startsWith("answered.")) return answeredIn(values, path.slice("answered.".length));
      if (told?.document && path.startsWith("documents."))
        return told.document(path.slice("documents.".length));
      if (told?.advance && path === "advance.step") return told.advance.step;
      if (told?.advance && path === "advance.visit") return told.advance.visit;
      const [, name, part] = /^waits\.([^.]+)\.(address|code)$/.exec(path) ?? [];
      const wait = name === undefined ? undefined : told?.waits?.get(name);
      return wait ? wait[part as "address" | "code"] : scope.variable(path);
    },
  };
}

export const filledPrefix = "filled.";

/** Whether the answers are what a query fills in for them. */
function filledBy(values: ProgramValues, query: string): boolean {
  const { prepared, evaluation, today, results, pressed } = values;
  const data = { ...values.data, ...pressed };
  return isFilled(prepared, evaluation.values, { today, results, data }, query);
}

const compiled = new WeakMap<object, CompiledRule>();

/** Evaluates a rule of a revision; each is compiled once. @throws {RuleError} */
export function evaluateRule(rule: Rule, scope: RuleScope): unknown {
  if (typeof rule !== "object" || rule === null) return rule;
  let known = compiled.get(rule);
  if (!known) {
    known = compileRule(rule);
    compiled.set(rule, known);
  }
  return known(scope);
}

/** Whether a condition holds; without one it does. @throws {RuleError} */
export const applies = (when: Rule | undefined, scope: RuleScope): boolean =>
  when === undefined || truth(evaluateRule(when, scope));

const isConditional = (entry: unknown): entry is { value: Rule; when: Rule } =>
  typeof entry === "object" && entry !== null && "value" in entry && "when" in entry;

const isNested = (entry: unknown): entry is { object: Mapping; when?: Rule } =>
  typeof entry === "object" && entry !== null && "object" in entry;

/**
 * The values of a mapping; null where there is none. Keys whose condition does not hold are left out; an object is there
 * whenever its condition holds, whatever is in it.
 */
export function mapValues(mapping: Mapping, scope: RuleScope): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(mapping)) {
    if (isNested(entry)) {
      if (applies(entry.when, scope)) values[name] = mapValues(entry.object, scope);
      continue;
    }
    if (isConditional(entry) && !applies(entry.when, scope)) continue;
    values[name] = evaluateRule(isConditional(entry) ? entry.value : entry, scope) ?? null;
  }
  return values;
}

/** The input of a call: as the values of a mapping, without those that there are not. */
export function mapInput(mapping: Mapping, scope: RuleScope): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(mapping)) {
    if (isNested(entry)) {
      if (applies(entry.when, scope)) input[name] = mapInput(entry.object, scope);
      continue;
    }
    const { [name]: value } = mapValues({ [name]: entry }, scope);
    if (value !== null && value !== undefined) input[name] = value;
  }
  return input;
}

/** Fills words with answers as people read them, with what the run was begun with, data and results. */
export function fillFor(values: ProgramValues, words: Words): Words {
  const scope = programScope(values);
  const source: WordSource = {
    field: (path) => values.evaluation.fields[path],
    variable: (name) => scope.variable(name),
  };
  return fillWords(words, (name, format) => placeholderText(values.prepared, source, name, format));
}
