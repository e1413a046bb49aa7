/** What the words of all rules need: names, and how lists are said. */

/** What the names in a rule mean to a reader. */
export interface Names {
  /** A variable: «Tipo de solicitud», el dato «country» de la marca. */
  of(path: string): string;
  /** The label of an option, or undefined where the variable is no choice with known options. */
  option(path: string, value: unknown): string | undefined;
  /** Whether the variable is somebody's answer. */
  isAnswer(path: string): boolean;
  /** Whether the variable is a yes or no. */
  isBoolean(path: string): boolean;
  /** What names mean in a rule over each row of a list; undefined where the variable is no list. */
  inRows?(path: string): Names | undefined;
}

export type Rule = unknown;
/** Says an operator with its parts. */
export type Say = (parts: Rule[], names: Names) => string;

export const isRule = (rule: Rule): rule is Record<string, Rule> =>
  typeof rule === "object" && rule !== null && !Array.isArray(rule);

/** The variable that a rule is, if it is one. */
export const pathOf = (rule: Rule): string | undefined => {
  const path = isRule(rule) ? [rule["var"]].flat()[0] : undefined;
  return typeof path === "string" ? path : undefined;
};

/** A list for readers: a, b y c. */
export function joined(items: string[], last = "y"): string {
  if (items.length < 2) return items[0] ?? "nada";
  const word = last === "y" && /^h?i(?![ae])/i.test(items.at(-1)!.replace(/^[«"]/, "")) ? "e" : last;
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
