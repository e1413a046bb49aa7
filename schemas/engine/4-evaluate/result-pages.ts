import type { CompiledBlock, CompiledScreen } from "../types/index.ts";
import { valueAt } from "./rules.ts";
import { addressValue } from "./screen-data.ts";

/** How a view parts what its query found: the parameter of the address that says which page, and how many rows one has. */
export interface Paging {
  from: string;
  size: number;
}

/** What a view shows of what its query gave: where it shows rows of that, those. */
export function rowsShown({ rows }: CompiledBlock, value: unknown): unknown {
  if (typeof rows !== "string" || value === undefined) return value;
  const found = valueAt(value, rows);
  return Array.isArray(found) ? found : undefined;
}

/** How many there are of what a query gave, where that says so. */
export function totalShown({ total }: CompiledBlock, value: unknown): number | undefined {
  const found = typeof total !== "string" || value === undefined ? undefined : valueAt(value, total);
  return typeof found === "number" ? found : undefined;
}

/** A parameter of the address's query; null where it has none of that name. */
type ReadParameter = (name: string) => string | null;

/** The page of results that the address asks for. */
export const pageAsked = (screen: CompiledScreen, { from }: Paging, query: ReadParameter): number =>
  Number(addressValue(screen, from, query(from) ?? undefined) ?? 1);

/**
 * The last page, where the address asks for one behind it; undefined where there is what it asks for.
 * @param rows how many are on the page that is asked for
 * @param total how many there are in all
 */
export function lastPage(page: number, { size }: Paging, rows: number, total: number): number | undefined {
  if (rows > 0 || total === 0 || page === 1) return undefined;
  const last = Math.ceil(total / size);
  // Where that one is empty too, there is always the first.
  return last < page ? last : 1;
}
