import { createContext, use } from "react";
import { rowPath } from "../../schemas/engine/evaluate.ts";

/** The row of a list in which something is drawn. */
export interface Row {
  /** Path of the list. */
  list: string;
  id: string;
}

export const RowContext = createContext<Row | null>(null);

/** A path as it is compiled, without a row's id, as the path of the field in this row. Others stay as they are. */
export const pathInRow = (row: Row | null, path: string): string =>
  row && path.startsWith(`${row.list}.`) ? rowPath(row.list, row.id, path) : path;

/** The path of what is drawn here. */
export function usePath(compiled: string): string {
  return pathInRow(use(RowContext), compiled);
}
