/** Rules in Spanish, for people who read what a form asks and do not write it. */
import { operations } from "../../../schemas/engine/operations/index.ts";

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
}

type Rule = unknown;
type Say = (parts: Rule[], names: Names) => string;

const isRule = (rule: Rule): rule is Record<string, Rule> =>
  typeof rule === "object" && rule !== null && !Array.isArray(rule);

const pathOf = (rule: Rule): string | undefined => {
  const path = isRule(rule) ? [rule["var"]].flat()[0] : undefined;
  return typeof path === "string" ? path : undefined;
};

/** A list for readers: a, b y c. */
export function joined(items: string[], last = "y"): string {
  if (items.length < 2) return items[0] ?? "nada";
  const word = last === "y" && /^h?i(?![ae])/i.test(items.at(-1)!.replace(/^[«"]/, "")) ? "e" : last;
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

/** A value as it stands beside a variable: with the label of the option where it is one. */
function literal(rule: Rule, beside: Rule, names: Names): string {
  const path = pathOf(beside);
  if (typeof rule === "boolean") return rule ? "sí" : "no";
  if (path !== undefined && !isRule(rule)) {
    const label = names.option(path, rule);
    if (label !== undefined) return `«${label}»`;
  }
  return value(rule, names);
}

const compare =
  (words: string, wordsOfAnswer = words): Say =>
  (parts, names) => {
    const [left, right] = isRule(parts[0]) || !isRule(parts[1]) ? parts : parts.toReversed();
    const path = pathOf(left);
    const says = path !== undefined && names.isAnswer(path) ? wordsOfAnswer : words;
    return `${value(left, names)} ${says} ${literal(right, left, names)}`;
  };

/** `<` and its like, which also take three: between. */
const order =
  (words: string, turned: string, between: string): Say =>
  (parts, names) => {
    const [low, middle, high] = parts;
    if (parts.length === 3) {
      return `${value(middle, names)} está entre ${value(low, names)} y ${value(high, names)}${between}`;
    }
    return isRule(low) || !isRule(middle)
      ? `${value(low, names)} ${words} ${literal(middle, low, names)}`
      : `${value(middle, names)} ${turned} ${literal(low, middle, names)}`;
  };

const presence =
  (isThere: boolean): Say =>
  ([part], names) => {
    const path = pathOf(part);
    if (path === undefined) {
      return isThere ? condition(part, names) : `no se cumple que ${inner(part, names)}`;
    }
    if (names.isBoolean(path)) return `${names.of(path)} ${isThere ? "es sí" : "no es sí"}`;
    if (!names.isAnswer(path))
      return `${names.of(path)} ${isThere ? "tiene un valor y no es no" : "falta o es no"}`;
    return `${names.of(path)} ${isThere ? "tiene" : "no tiene"} respuesta`;
  };

const all =
  (word: string): Say =>
  (parts, names) =>
    joined(
      parts.map((part) => (parts.length > 1 ? inner(part, names) : condition(part, names))),
      word,
    );

const inside: Say = ([item, list], names) => {
  if (!Array.isArray(list)) return `${value(list, names)} contiene ${literal(item, list, names)}`;
  return `${value(item, names)} es ${joined(
    list.map((one) => literal(one, item, names)),
    "o",
  )}`;
};

const branches: Say = (parts, names) => {
  const lines: string[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    lines.push(`si ${condition(parts[index], names)}, ${value(parts[index + 1], names)}`);
  }
  if (parts.length % 2 === 1) lines.push(`si no, ${value(parts.at(-1), names)}`);
  return lines.join("; ");
};

const each =
  (words: (list: string, rule: string) => string): Say =>
  ([list, rule], names) =>
    words(value(list, names), inner(rule, names));

const listed = (parts: Rule[], names: Names): string[] => parts.map((part) => value(part, names));

/** Operators that hold or do not. */
const conditions: Record<string, Say> = {
  "==": compare("es"),
  "===": compare("es"),
  "!=": compare("no es", "tiene una respuesta que no es"),
  "!==": compare("no es", "tiene una respuesta que no es"),
  "<": order("es menor que", "es mayor que", ", sin contarlos"),
  "<=": order("es como máximo", "es al menos", ""),
  ">": order("es mayor que", "es menor que", ""),
  ">=": order("es al menos", "es como máximo", ""),
  "!": presence(false),
  "!!": presence(true),
  and: all("y"),
  or: all("o"),
  in: inside,
  all: each((list, rule) => `cada elemento de ${list} cumple: ${rule}`),
  some: each((list, rule) => `algún elemento de ${list} cumple: ${rule}`),
  none: each((list, rule) => `ningún elemento de ${list} cumple: ${rule}`),
};

/** Operators that give something else. */
const values: Record<string, Say> = {
  var: ([path], names) => names.of(String(path)),
  if: branches,
  "?:": branches,
  "+": (parts, names) => `la suma de ${joined(listed(parts, names))}`,
  "*": (parts, names) => `el producto de ${joined(listed(parts, names))}`,
  "-": (parts, names) =>
    parts.length === 1 ? `menos ${value(parts[0], names)}` : listed(parts, names).join(" menos "),
  "/": (parts, names) => listed(parts, names).join(" dividido por "),
  "%": (parts, names) => `el resto de ${listed(parts, names).join(" dividido por ")}`,
  min: (parts, names) => `el menor de ${joined(listed(parts, names))}`,
  max: (parts, names) => `el mayor de ${joined(listed(parts, names))}`,
  cat: (parts, names) => listed(parts, names).join(" seguido de "),
  merge: (parts, names) => joined(listed(parts, names)),
  substr: ([text, from, length], names) =>
    `${value(text, names)} desde el carácter ${value(from, names)}${
      length === undefined ? "" : `, ${value(length, names)} caracteres`
    } (contando desde 0)`,
  map: each((list, rule) => `de cada elemento de ${list}: ${rule}`),
  filter: each((list, rule) => `los elementos de ${list} que cumplen: ${rule}`),
  reduce: each((list, rule) => `lo que se junta de ${list}, elemento por elemento: ${rule}`),
  missing: (parts, names) => `lo que falta de ${joined(parts.flat().map((path) => names.of(String(path))))}`,
  missing_some: ([count, paths], names) =>
    `lo que falta, si hay menos de ${String(count)} respuestas, de ${joined(
      [paths].flat().map((path) => names.of(String(path))),
    )}`,
};

function said(rule: Rule, names: Names): string | undefined {
  if (!isRule(rule) || Object.keys(rule).length !== 1) return undefined;
  const [operator, given] = Object.entries(rule)[0]!;
  const parts = Array.isArray(given) ? given : [given];
  const say = Object.hasOwn(conditions, operator) ? conditions[operator] : values[operator];
  if (say) return say(parts, names);
  if (!Object.hasOwn(operations, operator)) return undefined;
  return operation(operations[operator]!.says, parts, names);
}

const ordinals = [/ \(primer argumento\)/, / \(segundo argumento\)/, / \(tercer argumento\)/];

/** What an operation says of itself, with its arguments where it names them. The answer of a check is understood. */
function operation(says: string, parts: Rule[], names: Names): string {
  let words = says.replace(/\.$/, "").replace(/^Si /, "");
  words = words.charAt(0).toLowerCase() + words.slice(1);
  const rest = parts.filter((part, index) => {
    const ordinal = ordinals[index];
    if (!ordinal?.test(words)) return pathOf(part) !== "value";
    words = words.replace(ordinal, `, ${value(part, names)},`).replace(",,", ",");
    return false;
  });
  return rest.length === 0 ? words : `${words} (${listed(rest, names).join(", ")})`;
}

/** A rule as the condition that it is: «Tipo de solicitud» es «Reclamo» y … */
export function condition(rule: Rule, names: Names): string {
  if (typeof rule === "boolean") return rule ? "siempre" : "nunca";
  const path = pathOf(rule);
  if (path !== undefined) return presence(true)([rule], names);
  return value(rule, names);
}

/** A condition within another, in parentheses where it has several parts. */
function inner(rule: Rule, names: Names): string {
  const operator = isRule(rule) ? Object.keys(rule)[0] : undefined;
  const text = condition(rule, names);
  return operator === "and" || operator === "or" || operator === "if" ? `(${text})` : text;
}

/** A rule as the value that it gives: «Correo electrónico», 3, la suma de … */
export function value(rule: Rule, names: Names): string {
  if (rule === null || rule === "") return "vacío";
  if (typeof rule === "boolean") return rule ? "sí" : "no";
  if (typeof rule === "string") return `«${rule}»`;
  if (typeof rule === "number") return String(rule);
  if (Array.isArray(rule)) return joined(rule.map((one) => value(one, names)));
  return said(rule, names) ?? `\`${JSON.stringify(rule)}\``;
}
