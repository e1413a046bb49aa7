import { useEffect, useMemo, type ReactNode } from "react";
import { valueAt, type CompiledBlock, type SavedRows } from "../../schemas/engine/evaluate.ts";
import type { ViewProps } from "../page/view-props.ts";
import { useSavedIds, useSavedLists } from "../page/saved-lists.ts";
import { useFlowPage } from "../run/page-context.ts";
import { moduleNamed } from "./registry.ts";
import type { PageQuery } from "./use-page-query.ts";

const savedOf = (block: CompiledBlock): SavedRows | undefined => block["saved"] as SavedRows | undefined;

/** The id of a row as saved lists have it; none where the row has none. */
function idOf(row: unknown, column: string): string | undefined {
  const id = valueAt(row, column);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/**
 * The rows of a list of this device as they are to be shown now, whatever the service gave for the list as it was: in the
 * order of the list, and without those that have left it.
 */
export function useListedRows(rows: unknown, block: CompiledBlock): unknown {
  const saved = savedOf(block);
  const ids = useSavedIds();
  const listed = saved?.of === undefined ? undefined : ids[saved.of];
  return useMemo(() => {
    if (!saved || listed === undefined || !Array.isArray(rows)) return rows;
    const byId = new Map(rows.map((row: unknown) => [idOf(row, saved.id), row]));
    return listed.flatMap((id) => byId.get(id) ?? []);
  }, [saved, listed, rows]);
}

/** Takes out of a list what its service does not know, once the service has said all that it knows. */
export function useUnknownDropped(
  { status, value }: Pick<PageQuery, "status" | "value">,
  rows: unknown,
  block: CompiledBlock,
): void {
  const saved = savedOf(block);
  const lists = useSavedLists();
  const asked = useSavedIds()[saved?.of ?? ""];
  const isKnown = status === "ready" && Array.isArray(rows);
  useEffect(() => {
    if (!isKnown || !saved?.of || !asked) return;
    const known = new Set(rows.map((row: unknown) => idOf(row, saved.id)));
    const unknown = asked.filter((id) => !known.has(id));
    if (unknown.length > 0) void lists.remove(saved.of, unknown);
    // Each answer is looked at once: what comes into the list later is asked for with the next.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, value]);
}

/** The buttons that a view draws in each of its rows. */
export function useRowButtons(block: CompiledBlock): Pick<ViewProps, "buttonsOf" | "removeOf"> {
  const saved = savedOf(block);
  const { savedLists = {} } = useFlowPage().brand;
  return useMemo(() => {
    const loaded = saved && moduleNamed("saveButtons");
    if (!loaded) return {};
    const { SaveButtons, RemoveButton } = loaded;
    const { id: column, lists, of } = saved;
    const own = of === undefined ? undefined : savedLists[of];
    const drawn = (row: unknown, draw: (id: string) => ReactNode): ReactNode => {
      const id = idOf(row, column);
      return id === undefined ? null : draw(id);
    };
    return {
      ...(lists === undefined
        ? {}
        : {
            buttonsOf: (row, name) => drawn(row, (id) => <SaveButtons lists={lists} item={{ id, name }} />),
          }),
      ...(of === undefined || !own
        ? {}
        : {
            removeOf: (row, name) =>
              drawn(row, (id) => <RemoveButton name={of} list={own} item={{ id, name }} />),
          }),
    };
  }, [saved, savedLists]);
}
