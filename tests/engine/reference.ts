import {
  compileRule,
  truth,
  type Answer,
  type Answers,
  type CompiledFlow,
  type Context,
  type TreeOption,
  type Validators,
} from "../../schemas/engine/all.ts";

/** What a field means, as the reference says it. */
export interface Meaning {
  visible: boolean;
  enabled: boolean;
  value: Answer | undefined;
  options: string[] | undefined;
  problem: string | undefined;
}

const blank = (answer: unknown): boolean =>
  answer === undefined || (typeof answer === "string" && answer.trim() === "");

/**
 * The meaning of answers, written down as plainly as possible and as slow as that is: every field asks for those that it
 * needs, again and again. No graph, no order, nothing kept. For flows without data queries.
 */
export function reference(
  flow: CompiledFlow,
  validators: Validators,
  answers: Answers,
  { today }: Context,
): Record<string, Meaning> {
  const scope = {
    variable: (path: string): unknown => (path === "today" ? today : (valueOf(path) ?? null)),
  };
  const holds = (rule: unknown): boolean => rule === undefined || truth(compileRule(rule)(scope));

  const isVisible = (path: string): boolean => {
    const step = flow.steps.find(({ id }) => path.startsWith(`${id}.`))!;
    return holds(step.visibleWhen) && holds(flow.fields[path]!.visibleWhen);
  };

  /** The options at a path; undefined where it hangs on a choice that is not made. */
  const offered = (path: string): TreeOption[] | undefined => {
    const { options } = flow.fields[path]!;
    if (!options || "data" in options) return undefined;
    if ("list" in options) return options.list;
    if (options.under === undefined) return flow.trees[options.tree];
    const above = valueOf(options.under);
    const chosen = offered(options.under)?.find(({ value }) => value === above);
    return chosen && (chosen.options ?? []);
  };

  const isChoice = (path: string): boolean => flow.fields[path]!.options !== undefined;
  const isAllowed = (path: string): boolean => isVisible(path) && holds(flow.fields[path]!.enabledWhen);
  const valueOf = (path: string): Answer | undefined => {
    const can = isAllowed(path) && (!isChoice(path) || offered(path) !== undefined);
    return can && !blank(answers[path]) ? answers[path] : undefined;
  };

  const problemOf = (path: string): string | undefined => {
    const { required, checks, validator } = flow.fields[path]!;
    const options = offered(path);
    if (!isAllowed(path) || (isChoice(path) && !options)) return undefined;
    const value = valueOf(path);
    const isRequired = typeof required === "boolean" ? required : holds(required);
    if (options?.length === 0) {
      return value === undefined ? (isRequired ? "optionsEmpty" : undefined) : "notOffered";
    }
    if (value === undefined || value === false) {
      if (isRequired) return "required";
      if (value === undefined) return undefined;
    }
    const leaf = validators[validator]!;
    if (!leaf(value)) return leaf.errors![0]!.keyword;
    if (options && options.every((one) => one.value !== value)) return "notOffered";
    const withValue = { variable: (name: string) => (name === "value" ? value : scope.variable(name)) };
    const failed = checks.find(({ rule }) => !truth(compileRule(rule)(withValue)));
    return failed && `${flow.fields[path]!.kind}.${failed.says}`;
  };

  return Object.fromEntries(
    Object.keys(flow.fields).map((path) => {
      const options = isAllowed(path) ? offered(path) : undefined;
      const meaning = {
        visible: isVisible(path),
        enabled: isAllowed(path) && (!isChoice(path) || (options?.length ?? 0) > 0),
        value: valueOf(path),
        options: isAllowed(path) && isChoice(path) ? (options ?? []).map(({ value }) => value) : undefined,
        problem: problemOf(path),
      };
      return [path, meaning];
    }),
  );
}
