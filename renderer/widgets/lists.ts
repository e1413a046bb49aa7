import type { ComponentType } from "react";
import { Rows } from "./Rows.tsx";
import type { RowsProps } from "./types.ts";

interface ListWidget {
  Rows: ComponentType<RowsProps>;
}

/** The widgets of lists, by the name that kinds use. Apart from the others, as a finder has no lists. One line each. */
const lists: Record<string, ListWidget> = {
  list: { Rows },
};

export const listNames: readonly string[] = Object.keys(lists);

/** What stands around the rows of a list. @throws {Error} when there is none of that name. */
export function rowsOf(name: string): ListWidget {
  const widget = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!widget) throw new Error(`there is no widget "${name}" for a list`);
  return widget;
}
