/** What has changed of a saved list, where it is kept in several places. */
import type { CompiledSavedList } from "../types/index.ts";
import { isSavable, withoutSaved, type SavedEntry } from "./saved-lists.ts";

/** What has changed of a list: what came into it, and the ids of what left it. */
export interface SavedChange {
  add: readonly SavedEntry[];
  remove: readonly string[];
}

/** What one state of a list has that another had not, and the other way round. */
export const savedChange = (before: readonly SavedEntry[], after: readonly SavedEntry[]): SavedChange => ({
  add: after.filter(({ id }) => !before.some((one) => one.id === id)),
  remove: before.flatMap(({ id }) => (after.some((one) => one.id === id) ? [] : [id])),
});

/**
 * A list with what has changed of it elsewhere, the last one first. What is in both stands at its later time. Where there is
 * no room for all, the oldest leave it, or what came; what was there stays, as the list says.
 */
export function mergedSaved(
  entries: readonly SavedEntry[],
  { add, remove }: SavedChange,
  list: Pick<CompiledSavedList, "max" | "full" | "pattern">,
): SavedEntry[] {
  const merged = new Map(withoutSaved(entries, remove).map((one) => [one.id, one]));
  const room = list.full === "refuse" ? list.max : Infinity;
  for (const one of add) {
    const known = merged.get(one.id);
    if (!isSavable(one.id, list) || (known ? known.at >= one.at : merged.size >= room)) continue;
    merged.set(one.id, one);
  }
  return [...merged.values()].toSorted((one, other) => other.at - one.at).slice(0, list.max);
}
