import type { TextFormat } from "../operations/formats.ts";
import type {
  Answer,
  Answers,
  CompiledData,
  CompiledField,
  CompiledFlow,
  KnownNumbers,
  LeafValidator,
  Option,
  TreeOption,
  Validators,
} from "../types/index.ts";
import { graphOf, type Graph } from "./graph.ts";
import { flatFieldsOf, type FlatFields } from "./flat-fields.ts";
import { prepareField, type Slots } from "./prepare-field.ts";
import { compileRule as ours, ruleVariables, type CompiledRule, type CompileRule } from "./rules.ts";
import { bindFields } from "./work.ts";

export interface PreparedField {
  field: CompiledField;
  /** Its place in `list`. */
  index: number;
  /** Index of the step that it stands in. */
  step: number;
  /** Index of the group or list that holds it. */
  parent: number | undefined;
  /** It has no answer of its own. */
  silent: boolean;
  /** Nothing but what holds it decides whether it can be answered, and no answer whether it is required. */
  plain: boolean;
  validator: LeafValidator;
  format: TextFormat | undefined;
  required: boolean | CompiledRule;
  visible: CompiledRule | undefined;
  enabled: CompiledRule | undefined;
  checks: { holds: CompiledRule; says: string }[];
  variants: PreparedVariant[];
  computed: CompiledRule | undefined;
  /** What gives its limits, and what it is a part of. */
  numbers: [keyof KnownNumbers, CompiledRule][];
  items: { id: string; visible: CompiledRule | undefined }[];
  source: PreparedSource | undefined;
  /** Paths that its rules read, and those that its checks read. */
  reads: string[];
  checkReads: string[];
}

export interface PreparedVariant {
  holds: CompiledRule;
  validator: LeafValidator;
  says: Record<string, string>;
  format: TextFormat | undefined;
}

/** Where a choice's options come from, with what is known before any answer. */
export type PreparedSource = (
  | { kind: "written"; options: TreeOption[] }
  /** Under the option that is chosen in the field with this index. */
  | { kind: "under"; field: number }
  | { kind: "data"; data: number; name: string; also: Option[] | undefined; ofPage?: PageRows }
) & {
  where: PreparedWhere | undefined;
  /** Which can be chosen. */
  enabledWhere?: PreparedWhere | undefined;
};

/** Where options are in what the screen's own query gave, and what becomes of those that would find nothing. */
export interface PageRows {
  rows: string;
  zero: "shown" | "disabled" | "hidden";
}

/** Which options are offered. */
export interface PreparedWhere {
  holds: CompiledRule;
  /** Indices of the queries whose value it reads: until that is there, nobody knows what is offered. */
  data: number[];
}

export interface PreparedData {
  name: string;
  data: CompiledData;
  with: [name: string, rule: CompiledRule][];
  /** Names of the inputs that may be absent. */
  optional: ReadonlySet<string>;
  when: CompiledRule | undefined;
  fills: [path: string, rule: CompiledRule][];
  /** Indices of the choices that take their options from it. */
  choices: number[];
}

/** What the paths and validators of fields outside rows say, for all of them together. It means the same as asking one by one. */
export interface AtOnce {
  /** The answers that are given, by index. What is worked out is not answered: whatever was sent for it has no meaning. */
  read(given: Answers): (Answer | undefined)[];
  /** The indices of fields that may have a problem: all but those whose value is one that only their schema judges and that it accepts. */
  doubtful(values: (Answer | undefined)[]): number[];
}

/** A compiled flow with its rules made functions, for the rows that there are. Holds no answers: one serves any number of runs. */
export interface Prepared {
  flow: CompiledFlow;
  validators: Validators;
  /** What its rules were compiled with. */
  compileRule: CompileRule;
  /** By path; those in rows with their row. */
  fields: Record<string, PreparedField>;
  /** The same: those outside rows in the order in which they are asked, then those of each row. */
  list: PreparedField[];
  /** Indices in the order in which they are asked. */
  order: number[];
  data: PreparedData[];
  stepVisible: (CompiledRule | undefined)[];
  graph: Graph;
  /** Data queries that rules read, by index, and the fields that hang on what they give. */
  deciding: { data: number; fields: ReadonlySet<number> }[];
  /** Indices of the lists. */
  lists: number[];
  /** The same flow with rows, by the rows as JSON; of the flow without rows only. */
  withRows: Map<string, Prepared>;
  flat: FlatFields;
  /** Where code may be made of a flow. */
  atOnce?: AtOnce;
}

/**
 * Makes a compiled flow ready for `evaluate`.
 * @throws {RuleError} on an unknown operator. {Error} on a cycle, an unknown data query or format, or a validator that is not there.
 */
export function prepare(
  flow: CompiledFlow,
  validators: Validators,
  compileRule: CompileRule = ours,
): Prepared {
  const all = Object.values(flow.fields).filter(({ list }) => list === undefined);
  const slots: Slots = {
    flow,
    validators,
    indices: new Map(all.map(({ path }, index) => [path, index])),
    dataNames: Object.keys(flow.data),
    compileRule,
  };
  const list = all.map((field, index) => prepareField(slots, field, index));
  const bind = bindFields(slots.indices, flow.fields);
  const rule = (one: unknown): CompiledRule | undefined =>
    one === undefined ? undefined : compileRule(one, bind);
  const named = (rules: Record<string, unknown> = {}): [string, CompiledRule][] =>
    Object.entries(rules).map(([name, one]) => [name, compileRule(one, bind)]);
  const graph = graphFor(flow, list);
  return {
    flow,
    validators,
    compileRule,
    list,
    fields: byPath(list),
    order: list.map(({ index }) => index),
    data: Object.entries(flow.data).map(([name, data]) => ({
      name,
      data,
      with: named(data.with),
      optional: new Set(data.optional),
      when: rule(data.when),
      fills: named(data.fills),
      choices: choicesOf(list, name),
    })),
    stepVisible: flow.steps.map((step) => rule(step.visibleWhen)),
    graph,
    deciding: decidingData(flow, graph, list),
    lists: list.filter(({ field }) => field.type === "list").map(({ index }) => index),
    withRows: new Map(),
    flat: flatFieldsOf(graph, list),
  };
}

/** The queries whose values or states rules read, not only what they offer. */
export function decidingData(flow: CompiledFlow, graph: Graph, list: PreparedField[]): Prepared["deciding"] {
  const queries = Object.values(flow.data).map((query) => [Object.values(query.with), query.when]);
  const steps = flow.steps.map(({ visibleWhen }) => visibleWhen);
  const read = new Set([...list.flatMap(({ reads }) => reads), ...ruleVariables([queries, steps])]);
  const heads = new Set([...read].map((path) => path.split(".", 2).join(".")));
  return Object.keys(flow.data).flatMap((name, data) =>
    heads.has(`data.${name}`) ? [{ data, fields: dependentFields(graph, graph.placeOfData[data]!) }] : [],
  );
}

function dependentFields({ nodes, dependents }: Graph, place: number): Set<number> {
  const fields = new Set<number>();
  const seen = new Set<number>();
  const visit = (at: number): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const { kind, index } = nodes[at]!;
    if (kind === "field") fields.add(index);
    dependents[at]!.forEach(visit);
  };
  visit(place);
  return fields;
}

export const byPath = (list: PreparedField[]): Record<string, PreparedField> =>
  Object.fromEntries(list.map((one) => [one.field.path, one]));

export const choicesOf = (list: PreparedField[], data: string): number[] =>
  list.filter(({ source }) => source?.kind === "data" && source.name === data).map(({ index }) => index);

export const graphFor = (flow: CompiledFlow, list: PreparedField[]): Graph =>
  graphOf(
    flow.steps.map(({ id, visibleWhen }) => ({ name: id, reads: ruleVariables(visibleWhen) })),
    Object.entries(flow.data).map(([name, query]) => ({
      name,
      reads: ruleVariables([Object.values(query.with), query.when]),
    })),
    list,
  );
