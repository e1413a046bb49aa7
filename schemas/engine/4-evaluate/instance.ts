import { absoluteIn } from "./in-row.ts";
import { byPath, choicesOf, decidingData, graphFor, type Prepared, type PreparedField } from "./prepare.ts";
import { flatFieldsOf } from "./flat-fields.ts";
import { prepareField, type Slots } from "./prepare-field.ts";
import { rowsIn } from "./rows.ts";

/** Row ids by the index of their list. */
export type Rows = string[][];

/**
 * Fields in rows that are kept ready, over all sets of rows that runs have; a thousand are about a megabyte. Rows are
 * numbered from 1 in every run, so that most runs share theirs.
 */
const keptFields = 20_000;

/** The rows that these answers name, by list. */
export const rowsOf = ({ lists }: Prepared, answer: (index: number) => unknown): Rows =>
  lists.map((index) => rowsIn(answer(index)));

/** The flow with a set of fields for each of these rows. */
export function instanceOf(base: Prepared, rows: Rows): Prepared {
  if (rows.every((ids) => ids.length === 0)) return base;
  const key = JSON.stringify(rows);
  const known = base.withRows.get(key);
  if (known) return known;
  const made = make(base, rows);
  base.withRows.set(key, made);
  forgetOldest(base);
  return made;
}

function forgetOldest({ withRows, list }: Prepared): void {
  const inRows = (one: Prepared): number => one.list.length - list.length;
  let total = [...withRows.values()].reduce((sum, one) => sum + inRows(one), 0);
  for (const [key, one] of withRows) {
    if (total <= keptFields) return;
    withRows.delete(key);
    total -= inRows(one);
  }
}

function make(base: Prepared, rows: Rows): Prepared {
  const { flow, validators, compileRule } = base;
  const inRows = Object.values(flow.fields).filter(({ list }) => list !== undefined);
  const fields = base.lists.flatMap((index, at) => {
    const { path } = base.list[index]!.field;
    const own = inRows.filter(({ list }) => list === path);
    return rows[at]!.flatMap((row) => own.map((field) => absoluteIn(field, path, row)));
  });
  const first = base.list.length;
  const indices = new Map([
    ...base.list.map(({ field, index }) => [field.path, index] as const),
    ...fields.map(({ path }, index) => [path, first + index] as const),
  ]);
  const dataNames = base.data.map(({ name }) => name);
  const slots: Slots = { flow, validators, indices, dataNames, compileRule };
  const added = fields.map((field, index) => prepareField(slots, field, first + index));
  const list = [...base.list, ...added];
  const graph = graphFor(flow, list);
  return {
    ...base,
    list,
    fields: byPath(list),
    order: inOrder(base, added),
    data: base.data.map((query) => ({ ...query, choices: choicesOf(list, query.name) })),
    graph,
    flat: flatFieldsOf(graph, list),
    deciding: decidingData(flow, graph, list),
  };
}

/** A list's rows come after the list. */
function inOrder(base: Prepared, added: PreparedField[]): number[] {
  return base.order.flatMap((index) => {
    const { field } = base.list[index]!;
    if (field.type !== "list") return [index];
    return [index, ...added.filter((one) => one.field.list === field.path).map((one) => one.index)];
  });
}
