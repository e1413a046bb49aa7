import { formatOf, type TextFormat } from "../operations/formats.ts";
import type {
  CompiledData,
  CompiledField,
  CompiledFlow,
  LeafValidator,
  TreeOption,
  Validators,
} from "../types.ts";
import { graphOf, type Graph } from "./graph.ts";
import { compileRule, type Bind, type CompiledRule } from "./rules.ts";
import { bindFields } from "./work.ts";

export interface PreparedField {
  field: CompiledField;
  /** Its place in the order in which the fields are asked. */
  index: number;
  /** Index of the step that it stands in. */
  step: number;
  validator: LeafValidator;
  format: TextFormat | undefined;
  required: boolean | CompiledRule;
  visible: CompiledRule | undefined;
  enabled: CompiledRule | undefined;
  checks: { holds: CompiledRule; says: string }[];
  variants: PreparedVariant[];
  computed: CompiledRule | undefined;
  source: PreparedSource | undefined;
}

export interface PreparedVariant {
  holds: CompiledRule;
  validator: LeafValidator;
  says: Record<string, string>;
  format: TextFormat | undefined;
}

/** Where a choice's options come from, with what is known before any answer. */
export type PreparedSource =
  | { kind: "written"; options: TreeOption[] }
  /** Under the option that is chosen in the field with this index. */
  | { kind: "under"; field: number }
  | { kind: "data"; data: number; name: string };

export interface PreparedData {
  name: string;
  data: CompiledData;
  with: [name: string, rule: CompiledRule][];
  when: CompiledRule | undefined;
  /** Indices of the choices that take their options from it. */
  choices: number[];
}

/** A compiled flow with its rules made functions. Holds no answers: one serves any number of runs. */
export interface Prepared {
  flow: CompiledFlow;
  /** By path. */
  fields: Record<string, PreparedField>;
  /** The same, in the order in which they are asked. */
  list: PreparedField[];
  data: PreparedData[];
  stepVisible: (CompiledRule | undefined)[];
  graph: Graph;
}

/**
 * Makes a compiled flow ready for `evaluate`.
 * @throws {RuleError} on an unknown operator. {Error} on a cycle, an unknown data query or format, or a validator that is not there.
 */
export function prepare(flow: CompiledFlow, validators: Validators): Prepared {
  const graph = graphOf(flow);
  const paths = Object.keys(flow.fields);
  const indices = new Map(paths.map((path, index) => [path, index]));
  const bind = bindFields(indices);
  const rule = (one: unknown): CompiledRule | undefined =>
    one === undefined ? undefined : compileRule(one, bind);
  const dataNames = Object.keys(flow.data);
  const validator = (name: string, path: string): LeafValidator => {
    const found = validators[name];
    if (!found) throw new Error(`no validator "${name}" for "${path}"`);
    return found;
  };
  const list = paths.map((path, index): PreparedField => {
    const field = flow.fields[path]!;
    return {
      field,
      index,
      step: flow.steps.findIndex(({ id }) => path.startsWith(`${id}.`)),
      validator: validator(field.validator, path),
      format: field.format && formatOf(field.format),
      required: typeof field.required === "boolean" ? field.required : compileRule(field.required, bind),
      visible: rule(field.visibleWhen),
      enabled: rule(field.enabledWhen),
      checks: field.checks.map((check) => ({ holds: compileRule(check.rule, bind), says: check.says })),
      variants: (field.variants ?? []).map((variant) => ({
        holds: compileRule(variant.when, bind),
        validator: validator(variant.validator, path),
        says: variant.says,
        format: variant.format && formatOf(variant.format),
      })),
      computed: rule(field.computed),
      source: sourceOf(flow, field, indices, dataNames),
    };
  });
  return {
    flow,
    graph,
    list,
    fields: Object.fromEntries(list.map((one) => [one.field.path, one])),
    data: dataNames.map((name) => prepareData(name, flow.data[name]!, list, bind)),
    stepVisible: flow.steps.map((step) => rule(step.visibleWhen)),
  };
}

function sourceOf(
  flow: CompiledFlow,
  { options }: CompiledField,
  indices: Map<string, number>,
  dataNames: string[],
): PreparedSource | undefined {
  if (!options) return undefined;
  if ("list" in options) return { kind: "written", options: options.list };
  if ("data" in options) {
    return { kind: "data", data: dataNames.indexOf(options.data), name: options.data };
  }
  return options.under === undefined
    ? { kind: "written", options: flow.trees[options.tree] ?? [] }
    : { kind: "under", field: indices.get(options.under)! };
}

function prepareData(name: string, data: CompiledData, list: PreparedField[], bind: Bind): PreparedData {
  return {
    name,
    data,
    with: Object.entries(data.with).map(([input, rule]): [string, CompiledRule] => [
      input,
      compileRule(rule, bind),
    ]),
    when: data.when === undefined ? undefined : compileRule(data.when, bind),
    choices: list
      .filter(({ source }) => source?.kind === "data" && source.name === name)
      .map(({ index }) => index),
  };
}
