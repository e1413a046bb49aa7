import type { PreparedField } from "./prepare.ts";

/** What is worked out for itself: whether a step is visible, what a data query is asked with, the state of a field. */
export interface FlowNode {
  kind: "step" | "data" | "field";
  /** Its place among its kind. */
  index: number;
}

/** Nodes so ordered that each comes after those that it depends on, and who must look again when one has changed. */
export interface Graph {
  nodes: FlowNode[];
  /** By a field's index: its place in `nodes`. */
  placeOfField: number[];
  /** By a data query's index. */
  placeOfData: number[];
  /** By place: the places of the nodes that depend on it directly. */
  dependents: number[][];
  /** By place: the fields whose checks read it. Checks decide problems only, so they may look ahead. */
  checkedBy: number[][];
}

/** What the rules of a step or a data query read. */
interface Reader {
  name: string;
  reads: string[];
}

/** @throws {Error} on a cycle. */
export function graphOf(steps: Reader[], data: Reader[], fields: PreparedField[]): Graph {
  // Numbers in the place of names: steps first, then data, then fields.
  const firstData = steps.length;
  const firstField = firstData + data.length;
  const dataIndex = new Map(data.map(({ name }, index) => [name, firstData + index]));
  const byPath = new Map(fields.map(({ field }, index) => [field.path, firstField + index]));
  const inner = new Map<number, number[]>();
  fields.forEach(({ parent }, index) => {
    if (parent === undefined) return;
    const holder = firstField + parent;
    const known = inner.get(holder);
    if (known) known.push(firstField + index);
    else inner.set(holder, [firstField + index]);
  });

  /** Whatever a path reads: a group or list is all that it holds. */
  const add = (found: Set<number>, id: number): void => {
    found.add(id);
    for (const one of inner.get(id) ?? []) add(found, one);
  };
  const readBy = (paths: string[]): Set<number> => {
    const found = new Set<number>();
    for (const path of paths) {
      const id =
        byPath.get(path) ?? (path.startsWith("data.") ? dataIndex.get(path.split(".", 2)[1]!) : undefined);
      if (id !== undefined) add(found, id);
      else for (const at of prefixesOf(path)) if (byPath.has(at)) add(found, byPath.get(at)!);
    }
    return found;
  };

  const needs: number[][] = [...steps, ...data].map(({ reads }) => [...readBy(reads)]);
  fields.forEach((prepared) => {
    const found = readBy(prepared.reads);
    found.add(prepared.step);
    if (prepared.parent !== undefined) found.add(firstField + prepared.parent);
    const { source } = prepared;
    if (source?.kind === "data") found.add(firstData + source.data);
    if (source?.kind === "under") found.add(firstField + source.field);
    needs.push([...found]);
  });

  const nameOf = (id: number): string =>
    id < firstData
      ? steps[id]!.name
      : id < firstField
        ? data[id - firstData]!.name
        : fields[id - firstField]!.field.path;
  const order = inOrder(needs, nameOf);
  const places: number[] = [];
  order.forEach((id, place) => (places[id] = place));
  const dependents: number[][] = order.map(() => []);
  needs.forEach((from, id) => {
    for (const one of from) dependents[places[one]!]!.push(places[id]!);
  });
  const checkedBy: number[][] = order.map(() => []);
  fields.forEach(({ checkReads }, index) => {
    for (const id of readBy(checkReads)) {
      if (id !== firstField + index) checkedBy[places[id]!]!.push(index);
    }
  });
  return {
    nodes: order.map((id): FlowNode =>
      id < firstData
        ? { kind: "step", index: id }
        : id < firstField
          ? { kind: "data", index: id - firstData }
          : { kind: "field", index: id - firstField },
    ),
    placeOfField: fields.map((_, index) => places[firstField + index]!),
    placeOfData: data.map((_, index) => places[firstData + index]!),
    dependents,
    checkedBy,
  };
}

/** `step.form.x.y` reads what stands at `step.form`. */
function prefixesOf(path: string): string[] {
  const segments = path.split(".");
  return segments.slice(2).map((_, index) => segments.slice(0, index + 2).join("."));
}

function inOrder(needs: number[][], nameOf: (id: number) => string): number[] {
  const order: number[] = [];
  const state = new Uint8Array(needs.length);
  const visit = (id: number, from: number[]): void => {
    if (state[id] === 2) return;
    if (state[id] === 1) throw new Error(`cycle: ${[...from, id].map(nameOf).join(" → ")}`);
    state[id] = 1;
    from.push(id);
    for (const one of needs[id]!) visit(one, from);
    from.pop();
    state[id] = 2;
    order.push(id);
  };
  for (let id = 0; id < needs.length; id++) visit(id, []);
  return order;
}
