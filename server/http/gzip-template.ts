/** Answers that are the same but for a few words: what is the same is compressed once, and joined with the words of each. */
import { constants, crc32, deflateRawSync } from "node:zlib";

/** One after the other: what is the same in all answers, and by its name what differs. */
export type AnswerTemplate<Name extends string> = readonly (Buffer | Name)[];

// RFC 1952: deflate, no name and no time, a system that is not said.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: a last block, stored, of no bytes. */
const end = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** The longest that one stored block holds. */
const maxStored = 0xffff;

/** Blocks that end at a byte and refer to nothing before them, so that others can stand around them. */
const compress = (plain: Buffer): Buffer =>
  deflateRawSync(plain, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH });

/** The blocks of a short text as it is. */
function store(plain: Buffer): Buffer[] {
  if (plain.length === 0) return [];
  const block = plain.subarray(0, maxStored);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(block.length, 1);
  head.writeUInt16LE(block.length ^ 0xffff, 3);
  return [head, block, ...store(plain.subarray(maxStored))];
}

/** Compresses what is the same; gives each answer as gzip, by what differs in it. */
export function gzipTemplate<Name extends string>(
  parts: AnswerTemplate<Name>,
): (values: Record<Name, Buffer>) => Buffer {
  const compressed = parts.map((part) => (typeof part === "string" ? part : { part, as: compress(part) }));
  return (values) => {
    const out: Buffer[] = [header];
    let sum = 0;
    let length = 0;
    for (const one of compressed) {
      const plain = typeof one === "string" ? values[one] : one.part;
      out.push(...(typeof one === "string" ? store(plain) : [one.as]));
      sum = crc32(plain, sum);
      length += plain.length;
    }
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(sum, 0);
    trailer.writeUInt32LE(length % 2 ** 32, 4);
    return Buffer.concat([...out, end, trailer]);
  };
}
