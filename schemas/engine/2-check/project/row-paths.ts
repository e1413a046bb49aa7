import { rowIdPattern } from "../../4-evaluate/rows.ts";
import type { Field, Flow } from "./project.ts";

const rowId = new RegExp(rowIdPattern);

/** The field that a path of an answer means; of one in a list's rows, the path has the row's id. */
export function fieldInRow(flow: Flow, path: string): Field | undefined {
  const field = flow.fields.get(path);
  if (field && field.list === undefined) return field;
  const row = rowOf(flow, path);
  return row && flow.fields.get(`${row.list}.${row.inner}`);
}

function rowOf(flow: Flow, path: string): { list: string; row: string; inner: string } | undefined {
  const segments = path.split(".");
  for (let length = 2; length + 1 < segments.length; length += 1) {
    const list = segments.slice(0, length).join(".");
    const row = segments[length]!;
    if (flow.fields.get(list)?.value.kind !== "list" || !rowId.test(row)) continue;
    return { list, row, inner: segments.slice(length + 1).join(".") };
  }
  return undefined;
}

/** Paths that could have been meant: those in the same row too. */
export function pathsLike(flow: Flow, path: string): string[] {
  const row = rowOf(flow, path);
  return [...flow.fields.values()].flatMap((field) => {
    if (field.list === undefined) return [field.path];
    const { list } = field;
    if (row?.list !== list.path) return [];
    return [`${list.path}.${row.row}${field.path.slice(list.path.length)}`];
  });
}
