import { entryRoute } from "../1-read/entry-route.ts";
import { slotOfField } from "../1-read/block-parts.ts";
import type { WrittenScreenFromContent } from "../types/index.ts";
import { entriesOf } from "./content.ts";
import type { BrandProject } from "./project.ts";
import { fillKnown } from "./words.ts";

type Definition = Record<string, unknown>;
type Fields = Record<string, { type: string; of?: string; fields?: Fields }>;

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

/** Fields of an entry that say when it is shown, and where: they go with it without being named. */
const always = ["since", "until", "example"];

/**
 * The entries that a brand has of a type, as the items of a block; each leads to its own page, where there is one. On
 * the page of one of them it is not among them: a page does not lead to itself.
 */
export function itemsFromEntries(
  project: BrandProject,
  { entries: type = "", fields: shown = [], label = "", newest, most }: WrittenScreenFromContent,
): Definition[] {
  const { fields, route } = project.entriesOf(type);
  const named = new Set([...shown, ...always]);
  const kept = Object.fromEntries(Object.entries(fields as Fields).filter(([name]) => named.has(name)));
  const own = project.entry?.type === type ? project.entry.entry : undefined;
  const others = entriesOf(project.files, String(project.facts["code"]), type).filter(
    ({ entry }) => entry !== own,
  );
  const all = others.map(({ entry, file }) => {
    const row = (project.files[file]?.value ?? {}) as Definition;
    const [item = {}] = itemsOf(project, kept, [row]);
    if (route !== undefined)
      item["action"] = { label: fillKnown(label, project.known), to: entryRoute(route, entry) };
    return { item, day: String(newest === undefined ? "" : (row[newest] ?? "")) };
  });
  const sorted =
    newest === undefined ? all : all.toSorted((a, b) => (a.day > b.day ? -1 : a.day < b.day ? 1 : 0));
  return sorted.slice(0, most).map(({ item }) => item);
}

/** A row that is not active stays in the content, and is not shown. */
const itemsOf = (project: BrandProject, fields: Fields, rows: Definition[]): Definition[] =>
  rows
    .filter(({ active }) => active !== false)
    .map((row) => {
      const item: Definition = {};
      for (const [name, { type, of, fields: inner = {} }] of Object.entries(fields)) {
        if (name === "active" || !Object.hasOwn(row, name)) continue;
        const value = row[name];
        const [slot = name, part] = slotOfField(name);
        const compiled =
          type === "list"
            ? of === undefined
              ? itemsOf(project, inner, value as Definition[])
              : (value as string[]).map((one) => fillKnown(one, project.known))
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
