/** A dictionary of a PDF, read from the word «obj» before it as readers do: whatever stands in its texts and comments is none of it. */

const space = "\\0\\t\\n\\f\\r ";
const regular = `[^${space}()<>[\\]{}/%]`;
/** What has no meaning; a sign for a number, a word, a name; a text in hex; what opens or closes. */
const token = new RegExp(
  String.raw`[${space}]+|%[^\n\r]*|<<|>>|[[\]]|/${regular}*|<[0-9A-Fa-f${space}]*>|${regular}+`,
  "y",
);
const isNothing = (one: string): boolean => /^[\0\t\n\f\r %]/.test(one);
/** Dictionaries and lists in each other. */
const maxDepth = 500;

/** A name may be written with any of its letters as #xx. */
export const plain = (text: string): string =>
  text.includes("#")
    ? text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** `more`: the text ends before it does. `odd`: readers may take it for different things. */
export type Read = { kind: "more" | "odd" | "other"; end: number } | StreamHead;

export interface StreamHead {
  kind: "stream";
  /** Where its bytes begin. */
  end: number;
  /** Words, names and brackets of the dictionary itself, without those of dictionaries in it. */
  words: string[];
  /** Whether its bytes begin on the line below, with nothing else before them. */
  isPlain: boolean;
}

/** Where a text ends that begins here; undefined where it does not. */
function endOfText(text: string, begin: number): number | undefined {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (sign === "(") depth += 1;
    else if (sign === ")") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** The next word that means something; undefined where the text ends before it does. */
function nextWord(text: string, from: number): { word: string; end: number } | undefined {
  for (let at = from; at < text.length;) {
    if (text[at] === "(") {
      const end = endOfText(text, at);
      return end === undefined ? undefined : { word: "(", end };
    }
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) {
      // What opens or closes, or a text in hex, may go on behind the end.
      const isCut = text[at] === "<" ? !text.includes(">", at) : at === text.length - 1;
      return isCut ? undefined : { word: "?", end: at + 1 };
    }
    at += found.length;
    if (at === text.length && found !== ">>" && !text.endsWith(">")) return undefined;
    if (!isNothing(found)) return { word: found, end: at };
  }
  return undefined;
}

/** What follows the dictionary: a stream, whose bytes begin on the next line. */
function afterDictionary(text: string, from: number, words: string[], isWhole: boolean): Read {
  const next = nextWord(text, from);
  if (!next) return { kind: isWhole ? "other" : "more", end: text.length };
  if (next.word !== "stream") return { kind: "other", end: from };
  const line = /[^\n\r]*(?:\r\n|\n|\r(?!$))/y;
  line.lastIndex = next.end;
  const found = line.exec(text)?.[0];
  if (found === undefined) return { kind: isWhole ? "other" : "more", end: text.length };
  return { kind: "stream", end: next.end + found.length, words, isPlain: found.trim() === "" };
}

/** Reads what follows the word «obj». `isWhole`: nothing of the file follows the text. */
export function readObject(text: string, from: number, isWhole: boolean): Read {
  const ended: Read = { kind: isWhole ? "other" : "more", end: text.length };
  const begin = nextWord(text, from);
  if (!begin) return ended;
  if (begin.word !== "<<") return { kind: "other", end: from };
  const open = ["<<"];
  const words: string[] = [];
  let dictionaries = 1;
  for (let next = nextWord(text, begin.end); next; next = nextWord(text, next.end)) {
    const { word, end } = next;
    if (word === "?") return { kind: "odd", end };
    if (word === "<<" || word === "[") {
      if (open.length === maxDepth) return { kind: "odd", end };
      open.push(word);
      if (word === "<<") dictionaries += 1;
    } else if (word === ">>" || word === "]") {
      // What is crossed ends for each reader somewhere else.
      if (open.pop() !== (word === ">>" ? "<<" : "[")) return { kind: "odd", end };
      if (open.length === 0) return afterDictionary(text, end, words, isWhole);
      if (word === ">>") dictionaries -= 1;
    }
    if (dictionaries === 1) words.push(word.startsWith("/") ? plain(word) : word);
  }
  return ended;
}
