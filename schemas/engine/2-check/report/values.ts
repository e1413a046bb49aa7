/** An object of a definition file, before anything is known of its keys. */
export type Definition = Record<string, unknown>;

/** The object that a value is, or an empty one: files with mistakes are checked too, as far as they go. */
export const asObject = (value: unknown): Definition =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Definition) : {};

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The text under a name that is worked out, where there is one: a slot of words of whatever has them. */
export const textIn = (holder: object | undefined, slot: string): string | undefined =>
  asText((holder as Definition | undefined)?.[slot]);

export const isObject = (value: unknown): value is Definition =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list for people: "a", "b" y "c"; long lists are cut. */
export function listed(values: Iterable<string>, most = 20): string {
  const all = [...values];
  const shown = all.slice(0, most).map((value) => `"${value}"`);
  if (all.length > most) return `${shown.join(", ")} y otras`;
  if (shown.length === 0) return "nada";
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(", ")} y ${shown.at(-1)}`;
}
