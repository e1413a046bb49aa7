import {
  answerText,
  compileRule,
  fillWords,
  RuleError,
  scopeOf,
  truth,
  type CompiledRule,
  type Evaluation,
  type Mapping,
  type Prepared,
  type Rule,
  type Scope,
  type Words,
} from "../../schemas/engine/all.ts";

/** What the rules and words of a program may read. */
export interface ProgramValues {
  prepared: Prepared;
  evaluation: Evaluation;
  today: string;
  /** Results by name: of calls, of `set`, and `submission`. */
  results: Record<string, unknown>;
}

/** How the person would read an answer: the label of what was chosen, the formatted text. */
export const answerLabel = ({ prepared, evaluation }: ProgramValues, path: string): string =>
  answerText(prepared, path, evaluation.values[path], evaluation.fields[path]?.options);

/** What the engine's rules read, and `labels.<path>`. @throws {RuleError} on an unknown path. */
export function programScope(values: ProgramValues): Scope {
  const { prepared, evaluation, today, results } = values;
  const scope = scopeOf(prepared, evaluation.values, { today, results });
  return {
    variable(path) {
      if (!path.startsWith("labels.")) return scope.variable(path);
      const of = path.slice("labels.".length);
      if (!Object.hasOwn(prepared.fields, of)) throw new RuleError(`unknown variable "${path}"`);
      return evaluation.values[of] === undefined ? null : answerLabel(values, of);
    },
  };
}

const compiled = new WeakMap<object, CompiledRule>();

/** Evaluates a rule of a revision; each is compiled once. @throws {RuleError} */
export function evaluateRule(rule: Rule, scope: Scope): unknown {
  if (typeof rule !== "object" || rule === null) return rule;
  let known = compiled.get(rule);
  if (!known) {
    known = compileRule(rule);
    compiled.set(rule, known);
  }
  return known(scope);
}

/** Whether a condition holds; without one it does. @throws {RuleError} */
export const applies = (when: Rule | undefined, scope: Scope): boolean =>
  when === undefined || truth(evaluateRule(when, scope));

const isConditional = (entry: unknown): entry is { value: Rule; when: Rule } =>
  typeof entry === "object" && entry !== null && "value" in entry && "when" in entry;

/** The input of a call. Keys whose condition does not hold, or that have no value, are left out. */
export function mapInput(mapping: Mapping, scope: Scope): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(mapping)) {
    if (isConditional(entry) && !applies(entry.when, scope)) continue;
    const value = evaluateRule(isConditional(entry) ? entry.value : entry, scope);
    if (value !== null && value !== undefined) input[name] = value;
  }
  return input;
}

/** Fills words with answers as people read them, and with results. */
export function fillFor(values: ProgramValues, words: Words): Words {
  const scope = programScope(values);
  return fillWords(words, (name) => {
    if (Object.hasOwn(values.prepared.fields, name)) return answerLabel(values, name);
    const value = scope.variable(name);
    return value === null ? "" : String(value);
  });
}
