import { slotOfField } from "../1-read/block-parts.ts";
import type { BrandProject } from "./project.ts";
import { fillKnown } from "./words.ts";

type Definition = Record<string, unknown>;
type Fields = Record<string, { type: string; fields?: Fields }>;

/** Leaves the items of a block, and theirs, that are for this brand. Changes what it is given. */
export function keepOwnItems(project: BrandProject, holder: Definition): void {
  if (!Array.isArray(holder["items"])) return;
  holder["items"] = (holder["items"] as Definition[]).flatMap(({ onlyFor, active, ...item }) => {
    if (!project.appliesTo(onlyFor) || active === false) return [];
    keepOwnItems(project, item);
    return [item];
  });
}

/** The rows of a list of the brand's content, `<type>.<list>`, as the items of a block; none where the brand has none. */
export function itemsFromContent(project: BrandProject, list: string): Definition[] {
  const { fields, rows } = project.contentList(list);
  return itemsOf(project, fields as Fields, rows);
}

/** A row that is not active stays in the content, and is not shown. */
const itemsOf = (project: BrandProject, fields: Fields, rows: Definition[]): Definition[] =>
  rows
    .filter(({ active }) => active !== false)
    .map((row) => {
      const item: Definition = {};
      for (const [name, { type, fields: inner = {} }] of Object.entries(fields)) {
        if (name === "active" || !Object.hasOwn(row, name)) continue;
        const value = row[name];
        const [slot = name, part] = slotOfField(name);
        const compiled =
          type === "list"
            ? itemsOf(project, inner, value as Definition[])
            : type === "words"
              ? project.words(slot, [String(value)])
              : type === "text"
                ? fillKnown(String(value), project.known)
                : value;
        item[slot] =
          part === undefined ? compiled : { ...(item[slot] as object | undefined), [part]: compiled };
      }
      return item;
    });
