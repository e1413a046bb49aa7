/** Fields of a Word document that start a program. Word lets them be cut into pieces, and written into each other. */
import { attributesOf, decoded, readXml, UnfitXml } from "./xml.ts";

const starting = "ddeauto";
/** How much of the word was read where it may end: DDE, DDEAUTO. */
const ends = [3, 7];
/** In a word that is another one. */
const otherWord = -1;
const maxCodeLength = 64 * 1024;
const maxDepth = 1_000;

/** How much of the word was read after one more sign; undefined where it is found. */
function after(read: number, sign: string): number | undefined {
  if (/\w/.test(sign)) return read !== otherWord && starting[read] === sign ? read + 1 : otherWord;
  return ends.includes(read) ? undefined : 0;
}

/**
 * The code of a field, piece by piece. Word passes over some of them (what was deleted, what is for other versions): any
 * may be left out.
 */
class Code {
  /** Whether what follows is what the field showed last. */
  isResult = false;
  #reads = new Set([0]);
  #isFound = false;
  #length = 0;

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > maxCodeLength) throw new UnfitXml("a field without measure");
    const signs = decoded(piece).toLowerCase();
    const before = this.#reads;
    this.#reads = new Set(before);
    for (const read of before) {
      let now: number | undefined = read;
      for (let at = 0; now !== undefined && at < signs.length; at += 1) now = after(now, signs[at]!);
      if (now === undefined) this.#isFound = true;
      else this.#reads.add(now);
    }
  }

  get startsProgram(): boolean {
    return this.#isFound || ends.some((end) => this.#reads.has(end));
  }
}

const startsProgram = (text: string): boolean => {
  const code = new Code();
  code.add(text);
  return code.startsProgram;
};

/** What an attribute says, whatever prefix it has. */
const saidIn = (rest: string, name: string): string[] =>
  [...attributesOf(rest)].filter(([one]) => one.split(":").at(-1) === name).map(([, value]) => value);

/** @throws {UnfitXml} */
export async function hasStartingField(xml: string): Promise<boolean> {
  let isFound = false;
  const open: Code[] = [];
  /** Codes that stand in no field are not run, yet nobody writes them. */
  const loose = new Code();
  let inCode = 0;
  const mark = (kind: string): void => {
    if (kind === "begin") {
      if (open.length === maxDepth) throw new UnfitXml("too many fields in each other");
      open.push(new Code());
    } else if (kind === "separate") {
      const last = open.at(-1);
      if (last) last.isResult = true;
    } else if (kind === "end") isFound ||= open.pop()?.startsProgram ?? false;
  };
  await readXml(xml, {
    tag: (name, rest, isEnd) => {
      const lower = name.toLowerCase();
      if (lower === "instrtext" || lower === "delinstrtext") inCode = Math.max(0, inCode + (isEnd ? -1 : 1));
      else if (isEnd) return;
      else if (lower === "fldsimple") isFound ||= saidIn(rest, "instr").some(startsProgram);
      else if (lower === "fldchar") for (const kind of saidIn(rest, "fldchartype")) mark(kind);
    },
    text: (text) => {
      const field = open.at(-1);
      // A text of another kind in the place of a code is read as one.
      if (field && (inCode > 0 || !field.isResult)) field.add(text);
      else if (inCode > 0) loose.add(text);
    },
  });
  return isFound || [loose, ...open].some((code) => code.startsProgram);
}
