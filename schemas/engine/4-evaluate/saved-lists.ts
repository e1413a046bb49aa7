/** Saved lists as a cookie has them: what a browser keeps of a visitor's things, by their ids. */
import type { CompiledSavedList } from "../types/index.ts";

/** A thing in a list, and when it came there: whole seconds since 1970. */
export interface SavedEntry {
  id: string;
  at: number;
}

/** What a cookie can say: neither of the signs that stand between ids and times. */
const entry = /^([A-Za-z0-9_-]{1,36})\.([0-9a-z]{1,7})$/;

/** Browsers refuse a cookie of more bytes than 4,096, its name and attributes among them. */
const maxLength = 3_600;

/** What a cookie holds, the last one first. What is none of ours, or too much, is left out: anybody may write there. */
export function readSavedList(
  text: string | undefined,
  list: Pick<CompiledSavedList, "max" | "pattern">,
): SavedEntry[] {
  const { max, pattern } = list;
  const form = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const entries = new Map<string, SavedEntry>();
  for (const part of (text ?? "").slice(0, 2 * maxLength).split("~")) {
    const [, id, at] = entry.exec(part) ?? [];
    if (id === undefined || entries.has(id) || form?.test(id) === false) continue;
    entries.set(id, { id, at: Number.parseInt(at!, 36) });
    if (entries.size === max) break;
  }
  return [...entries.values()];
}

/** The cookie's value. Of what would be too long, the oldest are left out. */
export function savedListText(entries: readonly SavedEntry[]): string {
  let text = "";
  for (const { id, at } of entries) {
    const longer = `${text}${text === "" ? "" : "~"}${id}.${at.toString(36)}`;
    if (longer.length > maxLength) break;
    text = longer;
  }
  return text;
}

/** Whether something can be in a list at all: of other signs, a cookie keeps nothing. */
export const isSavable = (id: string, { pattern }: Pick<CompiledSavedList, "pattern">): boolean =>
  entry.test(`${id}.0`) && (pattern === undefined || new RegExp(pattern, "u").test(id));

/**
 * The list with something put in, in front of all others; where it is there already, with its time of now. Undefined where
 * it is full and takes nothing more.
 */
export function withSaved(
  entries: readonly SavedEntry[],
  id: string,
  at: number,
  list: Pick<CompiledSavedList, "max" | "full" | "pattern">,
): SavedEntry[] | undefined {
  const { max, full } = list;
  if (!isSavable(id, list)) return [...entries];
  const others = entries.filter((one) => one.id !== id);
  if (others.length >= max && full === "refuse") return undefined;
  return [{ id, at }, ...others.slice(0, max - 1)];
}

export const withoutSaved = (entries: readonly SavedEntry[], ids: readonly string[]): SavedEntry[] =>
  entries.filter(({ id }) => !ids.includes(id));
