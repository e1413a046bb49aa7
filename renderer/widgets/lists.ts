import type { ComponentType } from "react";
import { Rows } from "./Rows.tsx";
import type { RowsProps } from "./types.ts";

/** The widgets of lists, by the name that kinds use. Apart from the others, as a finder has no lists. One line each. */
const lists: Record<string, ComponentType<RowsProps>> = {
  list: Rows,
};

export const listNames: readonly string[] = Object.keys(lists);

/** What stands around the rows of a list. @throws {Error} when there is none of that name. */
export function rowsOf(name: string): ComponentType<RowsProps> {
  const Widget = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!Widget) throw new Error(`there is no widget "${name}" for a list`);
  return Widget;
}
