import { formatOf, type TextFormat } from "../operations/formats.ts";
import type {
  CompiledData,
  CompiledField,
  CompiledFlow,
  LeafValidator,
  OptionSource,
  TreeOption,
  Validators,
} from "../types.ts";
import { compileRule, ruleVariables, type CompiledRule } from "./rules.ts";

export interface PreparedField {
  field: CompiledField;
  validator: LeafValidator;
  format: TextFormat | undefined;
  required: boolean | CompiledRule;
  visible: CompiledRule | undefined;
  enabled: CompiledRule | undefined;
  checks: { holds: CompiledRule; says: string }[];
}

export interface PreparedData {
  data: CompiledData;
  with: [name: string, rule: CompiledRule][];
  when: CompiledRule | undefined;
}

/** A compiled flow with its rules made functions. Holds no answers: one serves any number of runs. */
export interface Prepared {
  flow: CompiledFlow;
  fields: Record<string, PreparedField>;
  data: Record<string, PreparedData>;
  /** Paths so ordered that each field comes after those that its state depends on. */
  order: string[];
  stepVisible: Record<string, CompiledRule | undefined>;
  /** Paths of the choices that take their options from a data query. */
  choicesOf: Record<string, string[]>;
}

const compiledUnlessAbsent = (rule: unknown): CompiledRule | undefined =>
  rule === undefined ? undefined : compileRule(rule);

/**
 * Makes a compiled flow ready for `evaluate`.
 * @throws {RuleError} on an unknown operator. {Error} on a cycle, an unknown data query or format, or a validator that is not there.
 */
export function prepare(flow: CompiledFlow, validators: Validators): Prepared {
  const fields = Object.fromEntries(
    Object.entries(flow.fields).map(([path, field]) => [path, prepareField(field, validators)]),
  );
  const data = Object.fromEntries(
    Object.entries(flow.data).map(([name, query]) => [
      name,
      {
        data: query,
        with: Object.entries(query.with).map(([input, rule]): [string, CompiledRule] => [
          input,
          compileRule(rule),
        ]),
        when: compiledUnlessAbsent(query.when),
      },
    ]),
  );
  const choicesOf: Record<string, string[]> = {};
  for (const { path, options } of Object.values(flow.fields)) {
    if (options && "data" in options) (choicesOf[options.data] ??= []).push(path);
  }
  return {
    flow,
    fields,
    data,
    order: inOrder(flow),
    stepVisible: Object.fromEntries(
      flow.steps.map((step) => [step.id, compiledUnlessAbsent(step.visibleWhen)]),
    ),
    choicesOf,
  };
}

function prepareField(field: CompiledField, validators: Validators): PreparedField {
  const validator = validators[field.validator];
  if (!validator) throw new Error(`no validator "${field.validator}" for "${field.path}"`);
  return {
    field,
    validator,
    format: field.format && formatOf(field.format),
    required: typeof field.required === "boolean" ? field.required : compileRule(field.required),
    visible: compiledUnlessAbsent(field.visibleWhen),
    enabled: compiledUnlessAbsent(field.enabledWhen),
    checks: field.checks.map(({ rule, says }) => ({ holds: compileRule(rule), says })),
  };
}

/** The fields whose answers decide whether this one is visible, enabled and required, and what it offers. */
export function dependenciesOf(flow: CompiledFlow, field: CompiledField): string[] {
  const { visibleWhen, enabledWhen, required, options } = field;
  const step = flow.steps.find(({ id }) => field.path.startsWith(`${id}.`));
  const rules: unknown[] = [visibleWhen, enabledWhen, required, step?.visibleWhen];
  const named: string[] = [];
  if (options && "data" in options) {
    const query = flow.data[options.data];
    if (!query) throw new Error(`"${field.path}" takes options from unknown data "${options.data}"`);
    rules.push(...Object.values(query.with), query.when);
  }
  if (options && "tree" in options && options.under !== undefined) named.push(options.under);
  return [...named, ...ruleVariables(rules)].filter((path) => Object.hasOwn(flow.fields, path));
}

function inOrder(flow: CompiledFlow): string[] {
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (path: string, from: string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") throw new Error(`cycle: ${[...from, path].join(" → ")}`);
    state.set(path, "open");
    for (const on of dependenciesOf(flow, flow.fields[path]!)) visit(on, [...from, path]);
    state.set(path, "done");
    order.push(path);
  };
  Object.keys(flow.fields).forEach((path) => visit(path, []));
  return order;
}

/** The options at the top of a source that is written in the definition. */
export function writtenOptions(flow: CompiledFlow, source: OptionSource): TreeOption[] {
  if ("list" in source) return source.list;
  return "tree" in source ? (flow.trees[source.tree] ?? []) : [];
}
