/** The words of what gives a value: operators and operations. */
import { joined, pathOf, type Names, type Rule, type Say } from "./say.ts";

/** A name that a service gave. */
const code = (name: Rule): string => `\`${String(name)}\``;

/** What says the parts of an operator. */
export interface Voice {
  value: (rule: Rule, names: Names) => string;
  /** A value within other words. */
  operand: (rule: Rule, names: Names) => string;
  branches: (say: (rule: Rule, names: Names) => string) => Say;
  each: (words: (list: string, rule: string) => string) => Say;
}

/** Operators that give something else than yes or no. */
export function valueWords({ value, operand, branches, each }: Voice): Record<string, Say> {
  const listed = (parts: Rule[], names: Names): string[] => parts.map((part) => value(part, names));
  /** The rows of a query, or what else gives them. */
  const rowsOf = (rows: Rule, names: Names): string => operand(rows, names).replace(/^lo que da /, "");
  return {
    var: ([path], names) => names.of(String(path)),
    if: branches(value),
    "?:": branches(value),
    "+": (parts, names) =>
      parts.length === 1
        ? `${value(parts[0], names)}, como número`
        : `la suma de ${joined(listed(parts, names))}`,
    "*": (parts, names) => `el producto de ${joined(listed(parts, names))}`,
    "-": (parts, names) =>
      parts.length === 1 ? `menos ${value(parts[0], names)}` : listed(parts, names).join(" menos "),
    "/": (parts, names) => listed(parts, names).join(" dividido por "),
    "%": (parts, names) => `el resto de ${listed(parts, names).join(" dividido por ")}`,
    min: (parts, names) => `el menor de ${joined(listed(parts, names))}`,
    max: (parts, names) => `el mayor de ${joined(listed(parts, names))}`,
    cat: (parts, names) =>
      parts.map((part) => (part === " " ? "un espacio" : value(part, names))).join(" + "),
    merge: (parts, names) => joined(listed(parts, names)),
    "list.lookUp": ([rows, key, one, wanted], names) =>
      rows === null
        ? "vacío"
        : `${code(wanted)} de ${rowsOf(rows, names)}, en la fila en que ${code(key)} es ${value(one, names)}`,
    "list.least": ([rows], names) => `el menor de ${rowsOf(rows, names)}`,
    "list.sumOf": ([rows, key, some, wanted], names) =>
      rows === null
        ? "0"
        : `la suma de ${code(wanted)} de ${rowsOf(rows, names)}, en las filas en que ${code(key)} está en ${value(some, names)}`,
    substr: (parts, names) => {
      const [text, from, length] = parts;
      const whole = operand(text, names);
      const [start, count] = [value(from, names), value(length, names)];
      if (length === undefined && typeof from === "number")
        return from < 0
          ? `los últimos ${-from} caracteres de ${whole}`
          : `${whole} sin sus primeros ${from} caracteres`;
      if (from === 0 && typeof length === "number" && length > 0)
        return `los primeros ${length} caracteres de ${whole}`;
      return `${whole} desde el carácter ${start}${length === undefined ? "" : `, ${count} caracteres`} (contando desde 0)`;
    },
    map: ([list, rule], names) =>
      value(list, names) === "vacío"
        ? "vacío"
        : `${value(rule, names.inRows?.(pathOf(list) ?? "") ?? names)} de cada elemento de ${operand(list, names)}`,
    filter: each((list, rule) => `los elementos de ${list} que cumplen: ${rule}`),
    reduce: each((list, rule) => `lo que se junta de ${list}, elemento por elemento: ${rule}`),
    missing: (parts, names) =>
      `lo que falta de ${joined(parts.flat().map((path) => names.of(String(path))))}`,
    missing_some: ([count, paths], names) =>
      `lo que falta, si hay menos de ${String(count)} respuestas, de ${joined(
        [paths].flat().map((path) => names.of(String(path))),
      )}`,
  };
}

const ordinals = [
  / \(primer argumento\)/,
  / \(segundo argumento\)/,
  / \(tercer argumento\)/,
  / \(cuarto argumento\)/,
];

/** What an operation says of itself, with its arguments where it names them. The answer of a check is understood. */
export function operationWords(says: string, parts: Rule[], names: Names, { value, operand }: Voice): string {
  let words = says.replace(/\.$/, "").replace(/^Si /, "");
  words = words.charAt(0).toLowerCase() + words.slice(1);
  const rest = parts.filter((part, index) => {
    const ordinal = ordinals[index];
    // A fact of the brand has parentheses of its own.
    const argument = operand(part, names).replace(/^(el dato «\w+» de la marca) \((.*)\)$/, "$1: $2");
    if (ordinal?.test(words)) {
      words = words.replace(ordinal, ` (${argument})`);
      return false;
    }
    if (index === 0 && pathOf(part) !== "value" && words.startsWith("el texto ")) {
      words = words.replace("el texto", () => operand(part, names));
      return false;
    }
    return pathOf(part) !== "value" || !words.startsWith("el texto ");
  });
  return rest.length === 0 ? words : `${words} (${rest.map((part) => value(part, names)).join(", ")})`;
}
