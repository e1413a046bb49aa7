import type { CompiledField, CompiledFlow } from "../types.ts";
import { ruleVariables } from "./rules.ts";

/** What is worked out for itself: whether a step is visible, what a data query is asked with, the state of a field. */
export interface FlowNode {
  kind: "step" | "data" | "field";
  name: string;
  /** Its place among its kind, in the order of the definition. */
  index: number;
}

/** Nodes so ordered that each comes after those that it depends on, and who must look again when one has changed. */
export interface Graph {
  nodes: FlowNode[];
  /** By a field's index: its place in `nodes`. */
  placeOfField: number[];
  /** By place: the places of the nodes that depend on it directly. */
  dependents: number[][];
  /** By a field's index: the fields whose checks read it. Checks decide problems only, so they may look ahead. */
  checkedBy: number[][];
}

type Key = `${FlowNode["kind"]}/${string}`;

const keyOf = (kind: FlowNode["kind"], name: string): Key => `${kind}/${name}`;

/** @throws {Error} on a cycle, or where a choice takes its options from data that are not there. */
export function graphOf(flow: CompiledFlow): Graph {
  const all = new Map<Key, FlowNode>();
  const needs = new Map<Key, Key[]>();
  const add = (node: FlowNode, from: Key[]): void => {
    const key = keyOf(node.kind, node.name);
    all.set(key, node);
    needs.set(key, from);
  };
  const read = (...rules: unknown[]): Key[] =>
    ruleVariables(rules)
      .filter((path) => Object.hasOwn(flow.fields, path))
      .map((path) => keyOf("field", path));

  for (const [index, step] of flow.steps.entries()) {
    add({ kind: "step", name: step.id, index }, read(step.visibleWhen));
  }
  for (const [index, [name, query]] of Object.entries(flow.data).entries()) {
    add({ kind: "data", name, index }, read(Object.values(query.with), query.when));
  }
  for (const [index, field] of Object.values(flow.fields).entries()) {
    const rules = read(
      field.visibleWhen,
      field.enabledWhen,
      field.required,
      field.computed,
      (field.variants ?? []).map(({ when }) => when),
    );
    const from = [stepOf(flow, field), ...sourceOf(flow, field), ...rules];
    add({ kind: "field", name: field.path, index }, from);
  }

  const order = inOrder([...all.keys()], needs);
  const nodes = order.map((key) => all.get(key)!);
  const places = new Map(order.map((key, index) => [key, index]));
  const placeOfField: number[] = [];
  nodes.forEach(({ kind, index }, place) => {
    if (kind === "field") placeOfField[index] = place;
  });
  const dependents: number[][] = nodes.map(() => []);
  for (const [key, from] of needs) {
    for (const one of new Set(from)) dependents[places.get(one)!]!.push(places.get(key)!);
  }
  return { nodes, placeOfField, dependents, checkedBy: checkedBy(flow) };
}

function stepOf(flow: CompiledFlow, { path }: CompiledField): Key {
  const step = flow.steps.find(({ id }) => path.startsWith(`${id}.`));
  if (!step) throw new Error(`"${path}" stands in no step`);
  return keyOf("step", step.id);
}

/** Where a choice's options come from. */
function sourceOf(flow: CompiledFlow, { path, options }: CompiledField): Key[] {
  if (!options) return [];
  if ("tree" in options) return options.under === undefined ? [] : [keyOf("field", options.under)];
  if (!("data" in options)) return [];
  if (!flow.data[options.data]) {
    throw new Error(`"${path}" takes options from unknown data "${options.data}"`);
  }
  return [keyOf("data", options.data)];
}

function inOrder(keys: Key[], needs: Map<Key, Key[]>): Key[] {
  const order: Key[] = [];
  const state = new Map<Key, "open" | "done">();
  const visit = (key: Key, from: Key[]): void => {
    if (state.get(key) === "done") return;
    if (state.get(key) === "open") throw new Error(`cycle: ${[...from, key].join(" → ")}`);
    state.set(key, "open");
    for (const on of needs.get(key) ?? []) visit(on, [...from, key]);
    state.set(key, "done");
    order.push(key);
  };
  for (const key of keys) visit(key, []);
  return order;
}

function checkedBy(flow: CompiledFlow): number[][] {
  const paths = Object.keys(flow.fields);
  const index = new Map(paths.map((path, at) => [path, at]));
  const found: number[][] = paths.map(() => []);
  for (const { path, checks } of Object.values(flow.fields)) {
    for (const read of ruleVariables(checks.map(({ rule }) => rule))) {
      const at = read === path ? undefined : index.get(read);
      if (at !== undefined) found[at]!.push(index.get(path)!);
    }
  }
  return found;
}
