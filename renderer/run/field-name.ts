import { fieldAt, fillWords, plainWords, rowsIn } from "../../schemas/engine/evaluate.ts";
import { wordValues } from "./filled-words.ts";
import type { Row } from "./row-context.ts";
import { rowTitle } from "./row-title.ts";
import type { FlowStore } from "./store.ts";

/** What a field is called where it does not stand in its place: in a row, the row's name goes before it. */
export function fieldName(store: FlowStore, path: string): string {
  const field = fieldAt(store.prepared, path);
  if (!field) return path;
  const row = rowOf(store, path);
  const label = plainWords(fillWords(field.label, wordValues(store, row)));
  const name = row && rowName(store, row);
  return name ? `${name}, ${label}` : label;
}

/** The row that a path stands in. */
export function rowOf(store: FlowStore, path: string): Row | null {
  const list = fieldAt(store.prepared, path)?.list;
  return list === undefined ? null : { list, id: path.slice(list.length + 1).split(".", 1)[0]! };
}

function rowName(store: FlowStore, { list, id }: Row): string | undefined {
  const index = rowsIn(store.leaf(list).value).indexOf(id);
  const field = store.prepared.flow.fields[list];
  return field && index >= 0 ? rowTitle(field, index + 1) : undefined;
}
