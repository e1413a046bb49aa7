import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { addressValue, valueAt, type CompiledBlock, type Page } from "../../schemas/engine/evaluate.ts";
import { useAddressNow } from "../page/address-now.ts";
import { addressWith } from "../page/filter-address.ts";
import { usePageQuery, type PageQuery } from "./use-page-query.ts";
import { useListedRows, useUnknownDropped } from "./use-saved-rows.tsx";

/** Where somebody is among pages of results. */
export interface ResultPlace {
  /** The query parameter that says the page. */
  from: string;
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
}

export interface Results extends PageQuery {
  /** How many there are in all; none where what is shown is no list. */
  count?: number;
  place?: ResultPlace;
}

interface Paging {
  from: string;
  size: number;
}

/** What a view shows of its query: the rows, where they stand in it, how many there are, and which page of them it is. */
export function useResults(page: Page, block: CompiledBlock): Results {
  const found = usePageQuery(page, String(block["data"]));
  const paging = block["paging"] as Paging | undefined;
  const { search } = useLocation();
  const navigate = useNavigate();
  const addressNow = useAddressNow();

  const given = rowsIn(block, found.value);
  const value = useListedRows(given, block);
  useUnknownDropped(found, given, block);
  const rows = Array.isArray(value) ? value.length : undefined;
  const total = totalIn(block, found.value);
  const count = total ?? rows;
  const asked = paging && new URLSearchParams(search).get(paging.from);
  const number = paging && Number(addressValue(page.screen, paging.from, asked ?? undefined) ?? 1);
  // What was found has fewer pages than the address says.
  const isBeyond = found.status === "ready" && rows === 0 && (total ?? 0) > 0 && (number ?? 1) > 1;
  const pageParameter = paging?.from;
  useEffect(() => {
    if (!isBeyond || pageParameter === undefined) return;
    // The rest of the address is read again with it.
    const first = addressWith(addressNow(), pageParameter, undefined);
    void navigate(first, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBeyond, pageParameter, search]);

  const isNone = found.status === "ready" && rows === 0 && !isBeyond;
  return {
    ...found,
    ...(isNone ? { status: "empty" } : {}),
    value,
    ...(count === undefined ? {} : { count }),
    ...(paging && number !== undefined && rows !== undefined && rows > 0
      ? { place: placeOf(paging, number, rows, count ?? rows) }
      : {}),
  };
}

function placeOf({ from, size }: Paging, page: number, rows: number, total: number): ResultPlace {
  const first = (page - 1) * size + 1;
  return { from, page, pages: Math.max(page, Math.ceil(total / size)), first, last: first + rows - 1, total };
}

/** What a view shows of what its query gave: where it shows rows of that, those. */
export function rowsIn({ rows }: CompiledBlock, value: unknown): unknown {
  if (typeof rows !== "string" || value === undefined) return value;
  const found = valueAt(value, rows);
  return Array.isArray(found) ? found : undefined;
}

/** How many there are of what a query gave, where that says so. */
export function totalIn({ total }: CompiledBlock, value: unknown): number | undefined {
  const found = typeof total !== "string" || value === undefined ? undefined : valueAt(value, total);
  return typeof found === "number" ? found : undefined;
}
