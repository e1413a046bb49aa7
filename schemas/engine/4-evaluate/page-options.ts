import type { CompiledFlow, DataState, Option } from "../types/index.ts";
import type { PageRows } from "./prepare.ts";
import { valueAt } from "./rules.ts";

/** Options by the list that they were made of: what a page gave is offered many times. */
const made = new WeakMap<object, Map<PageRows["zero"], Option[]>>();

/**
 * The options that what a screen's query gave has at a place. What is chosen is always among them, however little it would
 * find.
 */
export function pageOptions(value: unknown, { rows, zero }: PageRows, chosen: unknown[]): Option[] {
  const list = valueAt(value, rows);
  if (!Array.isArray(list)) return [];
  const known = made.get(list) ?? new Map<PageRows["zero"], Option[]>();
  made.set(list, known);
  const all = known.get(zero) ?? list.flatMap((row) => optionOf(row, zero));
  known.set(zero, all);
  if (zero === "hidden") return all.filter((one) => one.count !== 0 || chosen.includes(one.value));
  return all;
}

function optionOf(row: unknown, zero: PageRows["zero"]): Option[] {
  if (typeof row !== "object" || row === null) return [];
  const { value, label, count, picture, colour } = row as Record<string, unknown>;
  if (typeof value !== "string" && typeof value !== "number") return [];
  return [
    {
      value: String(value),
      label: typeof label === "string" || typeof label === "number" ? String(label) : String(value),
      ...(typeof count === "number" ? { count } : {}),
      ...(zero === "disabled" && count === 0 ? { disabled: true as const } : {}),
      ...(typeof picture === "string" ? { picture } : {}),
      ...(typeof colour === "string" ? { colour } : {}),
    },
  ];
}

/** What a flow takes from the queries of its screen, of what these gave. */
export function offeredByPage(
  { data: queries }: Pick<CompiledFlow, "data">,
  data: Record<string, DataState>,
): Record<string, DataState> {
  return Object.fromEntries(
    Object.entries(queries).flatMap(([name, { page }]) => {
      const state = page === undefined ? undefined : data[page];
      return state ? [[name, { status: state.status, inputs: {}, value: state.value }] as const] : [];
    }),
  );
}

/** By what a flow calls the screen's query of a name: no query of its own can have it. */
export const pageQuery = (name: string): string => `page:${name}`;

/** The screen's name of a query that a flow calls so. */
export const nameOfPageQuery = (data: string): string => data.slice("page:".length);
