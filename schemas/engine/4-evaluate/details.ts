/** What a person told of themselves in one form of a site, and the next one asks again: which field is which, data says. */
import type { Answers, CompiledField, CompiledFlow } from "../types/index.ts";

/** What is known of a person, by detail. */
export type Details = Record<string, string>;

/** Marks a field of another person. */
const ofNobody = "none";

/** The fields that ask for a detail of whoever fills the form in: of each the first one, outside of groups and lists. */
export function detailFields({ fields }: Pick<CompiledFlow, "fields">): { path: string; detail: string }[] {
  const seen = new Set<string>([ofNobody]);
  return Object.values(fields).flatMap(({ path, detail, parent, computed }: CompiledField) => {
    if (detail === undefined || parent !== undefined || computed !== undefined || seen.has(detail)) return [];
    seen.add(detail);
    return [{ path, detail }];
  });
}

const isWhole = (texts: (string | undefined)[]): texts is string[] => !texts.includes(undefined);

/** What is known of a detail: itself, or all that it is put together of. */
function known(details: Details, detail: string): string | undefined {
  if (Object.hasOwn(details, detail)) return details[detail];
  const parts = detail.split("+").map((part) => (Object.hasOwn(details, part) ? details[part] : undefined));
  return parts.length > 1 && isWhole(parts) ? parts.join(" ") : undefined;
}

/** The answers that a form can begin with, by path. */
export function answersFrom(flow: Pick<CompiledFlow, "fields">, details: Details): Answers {
  return Object.fromEntries(
    detailFields(flow).flatMap(({ path, detail }) => {
      const value = known(details, detail);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

/**
 * What is known after these answers. What is put together of others, or that others are put together of, and was told
 * before, makes way for what was told now.
 */
export function detailsWith(
  flow: Pick<CompiledFlow, "fields">,
  before: Details,
  values: Answers,
): Details | undefined {
  const told = detailFields(flow).flatMap(({ path, detail }) => {
    const value = values[path];
    return typeof value === "string" && value !== "" ? [[detail, value] as const] : [];
  });
  if (told.length === 0) return undefined;
  const touches = (one: string, other: string): boolean =>
    one.split("+").some((part) => other.split("+").includes(part));
  const kept = Object.entries(before).filter(([name]) => !told.some(([detail]) => touches(name, detail)));
  return Object.fromEntries([...kept, ...told]);
}
