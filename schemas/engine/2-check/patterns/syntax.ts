/** A pattern as a tree. Only what decides how it is searched: captures, names and laziness are left out. */
export type Pattern =
  /** One character: a class, an escape, a dot or the character itself, as it is written. */
  | { characters: string }
  /** `^`, `$`, `\b`, `\B`: nothing is read. */
  | { assertion: string }
  | { sequence: Pattern[] }
  | { choice: Pattern[] }
  | { repeat: Pattern; least: number; most: number };

/** A part that can make a search arbitrarily slow, or that only some engines have. */
export class UnsupportedConstruct extends Error {}

const refused: [RegExp, string][] = [
  [/^\(\?[=!]/, "una condición hacia delante (?= o (?!)"],
  [/^\(\?<[=!]/, "una condición hacia atrás (?<= o (?<!)"],
  [/^\(\?(?!:|<)/, "opciones dentro de un grupo (?i:)"],
  [/^\\[1-9]/, "una referencia a un grupo (\\1)"],
  [/^\\k</, "una referencia a un grupo (\\k)"],
];

const group = /^\((?:\?:|\?<[^>]*>)?/;
const assertion = /^(?:\^|\$|\\[bB])/;
const escape = /^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}(?:\\u[0-9a-f]{4})?|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|.)/iu;
const quantifier = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;

/**
 * Reads a pattern that JavaScript takes with the flag `u`.
 * @throws {UnsupportedConstruct} whose message names the part, in Spanish.
 */
export function readPattern(source: string): Pattern {
  let index = 0;
  const rest = (): string => source.slice(index);

  function choice(): Pattern {
    const alternatives = [sequence()];
    while (source[index] === "|") {
      index += 1;
      alternatives.push(sequence());
    }
    return alternatives.length === 1 ? alternatives[0]! : { choice: alternatives };
  }

  function sequence(): Pattern {
    const parts: Pattern[] = [];
    while (index < source.length && source[index] !== "|" && source[index] !== ")") {
      parts.push(repeated(atom()));
    }
    return parts.length === 1 ? parts[0]! : { sequence: parts };
  }

  function atom(): Pattern {
    const ahead = rest();
    for (const [form, name] of refused) {
      if (form.test(ahead)) throw new UnsupportedConstruct(name);
    }
    const nothing = assertion.exec(ahead)?.[0];
    if (nothing !== undefined) {
      index += nothing.length;
      return { assertion: nothing };
    }
    const opens = group.exec(ahead)?.[0];
    if (opens !== undefined) {
      index += opens.length;
      const inside = choice();
      index += 1;
      return inside;
    }
    const characters = characterAt(ahead);
    index += characters.length;
    return { characters };
  }

  function repeated(part: Pattern): Pattern {
    const found = quantifier.exec(rest());
    if (!found) return part;
    index += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) {
      return { repeat: part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    }
    const unbounded = comma !== undefined && most === "";
    return {
      repeat: part,
      least: Number(least),
      most: unbounded ? Infinity : Number(comma === undefined ? least : most),
    };
  }

  return choice();
}

/** What stands for one character: a class, an escape, or a character, which may be two units long. */
function characterAt(ahead: string): string {
  if (ahead[0] === "\\") return escape.exec(ahead)![0];
  if (ahead[0] !== "[") return String.fromCodePoint(ahead.codePointAt(0)!);
  let end = 1;
  while (ahead[end] !== "]") end += ahead[end] === "\\" ? 2 : 1;
  return ahead.slice(0, end + 1);
}

/**
 * The source of a pattern whose first characters are repeated as seldom as it lets them; undefined where it begins with
 * something else, or has alternatives. Looked for anywhere in a text, both are found in the same texts.
 */
export function withLeastBeginning(source: string): string | undefined {
  if (source === "" || /^[(|^$]|^\\[bB]/.test(source) || "choice" in readPattern(source)) return undefined;
  const first = characterAt(source);
  const rest = source.slice(first.length);
  const found = quantifier.exec(rest);
  if (!found) return undefined;
  const [whole, sign, least] = found;
  const times = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
  const begins = times > 1 ? `${first}{${times}}` : times === 1 ? first : "";
  return begins + rest.slice(whole.length);
}

/** Whether a match can only begin where the text begins; of a reversed pattern with `$`, only end where it ends. */
export function isAnchored(pattern: Pattern, end: "^" | "$" = "^"): boolean {
  if ("assertion" in pattern) return pattern.assertion === end;
  if ("choice" in pattern) return pattern.choice.every((one) => isAnchored(one, end));
  return (
    "sequence" in pattern && pattern.sequence.some((part, index) => index === 0 && isAnchored(part, end))
  );
}
