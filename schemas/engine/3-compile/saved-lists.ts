import { ruleVariables } from "../4-evaluate/rules.ts";
import type { CompiledBrand, CompiledSavedList, CompiledScreen, SavedRows, Words } from "../types/index.ts";
import type { BrandProject } from "./project.ts";

/** The saved lists that a brand's pages read, fill or count. */
export function compileSavedLists(
  project: BrandProject,
  screens: CompiledScreen[],
): Pick<CompiledBrand, "savedLists"> {
  const named = new Set([
    ...(project.definition.site?.badges ?? []).map(({ savedList }) => savedList),
    ...screens.flatMap(listsOf),
  ]);
  const lists = project.savedLists.filter(({ savedList }) => named.has(savedList));
  if (lists.length === 0) return {};
  return { savedLists: Object.fromEntries(lists.map((one) => [one.savedList, compiled(project, one)])) };
}

function listsOf({ blocks, data = {}, remembers }: CompiledScreen): string[] {
  const shown = blocks.flatMap((block) => {
    const { lists = [], of } = (block["saved"] ?? {}) as Partial<SavedRows>;
    return of === undefined ? lists : [...lists, of];
  });
  const rules = Object.values(data).map(({ with: given, when = null }) => [...Object.values(given), when]);
  const read = ruleVariables(rules).flatMap((path) => /^saved\.([^.]+)$/.exec(path)?.[1] ?? []);
  return [...shown, ...read, ...(remembers ? [remembers.list] : [])];
}

function compiled(project: BrandProject, list: BrandProject["savedLists"][number]): CompiledSavedList {
  const { savedList, cookie, days, max, full, pattern, account, icon, wording } = list;
  const words = Object.entries(wording).map(([slot, text]): [string, Words] => [
    slot,
    project.words(slot, [project.brandKey(`savedLists.${savedList}.${slot}`), text])!,
  ]);
  return {
    cookie,
    days,
    max,
    full,
    ...(pattern === undefined ? {} : { pattern }),
    ...(account === undefined ? {} : { account }),
    ...(icon === undefined ? {} : { icon }),
    words: Object.fromEntries(words),
  };
}
