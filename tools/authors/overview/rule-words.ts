/** Rules in Spanish, for people who read what a form asks and do not write it. */
import { operationUses } from "../../../schemas/engine/describe.ts";
import { isCondition, readable } from "./readable.ts";
import { isRule, joined, pathOf, type Names, type Rule, type Say } from "./say.ts";
import { operationWords, valueWords, type Voice } from "./value-words.ts";

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
    return `${operand(left, names)} ${says} ${literal(right, left, names)}`;
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
      const longer = isThere ? undefined : longerThan(part, names);
      if (longer !== undefined) return `no ${longer}`;
      return isThere ? condition(part, names) : denied(part, names);
    }
    const name = names.of(path);
    if (names.isBoolean(path)) return `${name} ${isThere ? "es sí" : "no es sí"}`;
    if (path.startsWith("rules.")) return `${isThere ? "se cumple" : "no se cumple"} ${name}`;
    if (path.startsWith("with.")) return `${isThere ? "se dio" : "no se dio"} ${name}`;
    if (/^[^.]+\.ok$/.test(path) && name.startsWith("que "))
      return isThere ? name.slice(4) : name.slice(4).replace(/ resultó$/, " no resultó");
    const has = isThere ? "tiene" : "no tiene";
    return `${name} ${has} ${names.isAnswer(path) ? "respuesta" : "valor"}`;
  };

/** A rule that does not hold. */
function denied(rule: Rule, names: Names): string {
  const [operator, given] = isRule(rule) ? Object.entries(rule)[0]! : [];
  const parts = Array.isArray(given) ? given : [given];
  if (operator === "==" || operator === "===") return compare("no es")(parts, names);
  if (operator === "in") {
    const [item, list] = parts;
    if (!Array.isArray(list)) return `${value(list, names)} no contiene ${literal(item, list, names)}`;
    return `${operand(item, names)} no es ${list.map((one) => literal(one, item, names)).join(" ni ")}`;
  }
  if (["<", "<=", ">", ">="].includes(operator ?? "") && parts.length === 2) {
    // Of what is absent it does not hold either.
    const text = condition(rule, names);
    const denial = text.replace(/ (?=(?:es (?:mayor|menor|al menos|como máximo)) )/, " falta o no ");
    return denial === text ? `no se cumple que ${text}` : denial;
  }
  return `no se cumple que ${inner(rule, names)}`;
}

/** The rest of a text after so many characters is there. */
function longerThan(rule: Rule, names: Names): string | undefined {
  const parts = isRule(rule) && Array.isArray(rule["substr"]) ? (rule["substr"] as Rule[]) : [];
  const [text, from] = parts;
  if (parts.length !== 2 || typeof from !== "number" || from < 0) return undefined;
  return `${operand(text, names)} tiene más de ${from} ${from === 1 ? "carácter" : "caracteres"}`;
}

const all =
  (word: string): Say =>
  (parts, names) =>
    joined(
      parts.map((part) => (parts.length > 1 ? inner(part, names) : condition(part, names))),
      word,
    );

const inside: Say = ([item, list], names) => {
  if (!Array.isArray(list)) return `${operand(list, names)} contiene ${literal(item, list, names)}`;
  return `${operand(item, names)} es ${joined(
    list.map((one) => literal(one, item, names)),
    "o",
  )}`;
};

/** `if`: what follows a constant that holds is never read, nor what one that does not hold gives. */
const branches =
  (say: (rule: Rule, names: Names) => string): Say =>
  (parts, names) => {
    const lines: string[] = [];
    for (let index = 0; index < parts.length; index += 2) {
      const [when, then] = parts.slice(index, index + 2);
      if (index + 1 === parts.length || when === true) {
        const last = say(index + 1 === parts.length ? when : then, names);
        return lines.length === 0 ? last : [...lines, `si no, ${last}`].join("; ");
      }
      if (when !== false && when !== null) lines.push(`si ${condition(when, names)}, ${say(then, names)}`);
    }
    return lines.join("; ");
  };

const each =
  (words: (list: string, rule: string) => string): Say =>
  ([list, rule], names) =>
    words(operand(list, names), inner(rule, names.inRows?.(pathOf(list) ?? "") ?? names));

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
  all: each((list, rule) => `cada elemento de ${list} cumple que ${rule}`),
  some: each((list, rule) => `algún elemento de ${list} cumple que ${rule}`),
  none: each((list, rule) => `ningún elemento de ${list} cumple que ${rule}`),
};

/** A value within other words, in parentheses where it has several parts. */
function operand(rule: Rule, names: Names): string {
  const [operator, parts] = isRule(rule) ? Object.entries(rule)[0]! : [];
  const isWhole = Array.isArray(parts) && parts.length > 1;
  const text = value(rule, names);
  return isWhole && ["and", "or", "if", "+", "cat"].includes(operator ?? "") ? `(${text})` : text;
}

const voice: Voice = { value, operand, branches, each };
const values = valueWords(voice);

function said(rule: Rule, names: Names): string | undefined {
  if (!isRule(rule) || Object.keys(rule).length !== 1) return undefined;
  const [operator, given] = Object.entries(rule)[0]!;
  const parts = Array.isArray(given) ? given : [given];
  // As a value, `or` is the first that there is, and `and` the last when all are.
  if (operator === "or" || operator === "and") {
    if (parts.length === 1) return value(parts[0], names);
    if (operator === "or") return parts.map((part) => alternative(part, names)).join(" o, si falta, ");
    return `${value(parts.at(-1), names)}, si ${joined(parts.slice(0, -1).map((part) => inner(part, names)))}`;
  }
  const say = values[operator];
  if (say && Object.hasOwn(values, operator)) return say(parts, names);
  return Object.hasOwn(operationUses, operator)
    ? operationWords(operationUses[operator]!.says, parts, names, voice)
    : undefined;
}

/** What an operation says of itself is a sentence of its own. */
function alternative(rule: Rule, names: Names): string {
  const isOperation = isRule(rule) && Object.hasOwn(operationUses, Object.keys(rule)[0]!);
  return isOperation ? `(${value(rule, names)})` : operand(rule, names);
}

/** A rule as the condition that it is: «Tipo de solicitud» es «Reclamo» y … */
export function condition(given: Rule, names: Names): string {
  const rule = readable(given);
  if (typeof rule === "boolean") return rule ? "siempre" : "nunca";
  const path = pathOf(rule);
  if (path !== undefined) return presence(true)([rule], names);
  const longer = longerThan(rule, names);
  if (longer !== undefined) return longer;
  const [operator, parts] = isRule(rule) ? Object.entries(rule)[0]! : [];
  const say =
    operator !== undefined && Object.hasOwn(conditions, operator) ? conditions[operator] : undefined;
  if (say) return say(Array.isArray(parts) ? parts : [parts], names);
  if (operator === "if" && Array.isArray(parts)) return branches(condition)(parts, names);
  return value(rule, names);
}

/** A condition within another, in parentheses where it has several parts. */
function inner(rule: Rule, names: Names): string {
  const [operator, parts] = isRule(rule) ? Object.entries(rule)[0]! : [];
  const text = condition(rule, names);
  const isWhole = Array.isArray(parts) && parts.length > 1;
  return isWhole && ["and", "or", "if", "all", "some", "none"].includes(operator ?? "") ? `(${text})` : text;
}

/** A rule as the value that it gives: «Correo electrónico», 3, la suma de … */
export function value(rule: Rule, names: Names): string {
  if (rule === null || rule === "") return "vacío";
  if (typeof rule === "boolean") return rule ? "sí" : "no";
  if (typeof rule === "string") return `«${rule}»`;
  if (typeof rule === "number") return Math.abs(rule) < 10_000 ? String(rule) : rule.toLocaleString("es-CL");
  if (Array.isArray(rule)) return joined(rule.map((one) => value(one, names)));
  if (isCondition(rule)) return `sí o no, según si ${condition(rule, names)}`;
  return said(rule, names) ?? `\`${JSON.stringify(rule)}\``;
}

// A condition longer than this is read as a list.
const maxListed = 150;

/** A sentence on a condition: in one line, or with a list below it where it is long. */
export function conditional(lead: string, given: Rule, names: Names): string[] {
  const rule = readable(given);
  const text = condition(rule, names);
  const [operator, parts] = isRule(rule) ? Object.entries(rule)[0]! : [];
  const isList = (operator === "and" || operator === "or") && Array.isArray(parts);
  if (!isList || text.length <= maxListed) return [`${lead} si ${text}.`];
  return [
    `${lead} si se cumple ${operator === "and" ? "todo esto" : "algo de esto"}:`,
    ...(parts as Rule[]).flatMap((part) => {
      const [first = "", ...rest] = conditional("-", part, names);
      const item = first.replace(/^- si (.)/, (_, letter: string) => `- ${letter.toUpperCase()}`);
      return [item, ...rest].map((line) => `  ${line}`);
    }),
  ];
}
