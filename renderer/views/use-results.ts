import { rowsShown, totalShown, type CompiledBlock, type Page } from "../../schemas/engine/evaluate.ts";
import { usePageQuery, type PageQuery } from "./use-page-query.ts";
import { useListedRows, useUnknownDropped } from "./use-saved-rows.tsx";

export interface Results extends PageQuery {
  /** How many there are in all; none where what is shown is no list. */
  count?: number;
}

/** What a view shows of its query: the rows, and how many there are. */
export function useResults(page: Page, block: CompiledBlock): Results {
  const found = usePageQuery(page, String(block["data"]));
  const given = rowsShown(block, found.value);
  const value = useListedRows(given, block);
  useUnknownDropped(found, given, block);
  const rows = Array.isArray(value) ? value.length : undefined;
  const count = totalShown(block, found.value) ?? rows;
  // Where there are some on other pages than this one, it leads there.
  const isNone = found.status === "ready" && rows === 0 && (block["paging"] === undefined || count === 0);
  return {
    ...found,
    ...(isNone ? { status: "empty" } : {}),
    value,
    ...(count === undefined ? {} : { count }),
  };
}
