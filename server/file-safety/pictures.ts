/** Pictures: as large as they say in their heads, whole, and nothing behind their end that could be something else. */
import type { FileContent } from "./file-content.ts";
import { maxPixels, type ContentFault } from "./content-fault.ts";

const ofSize = (width: number, height: number): ContentFault => {
  if (width === 0 || height === 0) return "damaged";
  return width * height > maxPixels ? "pixels" : undefined;
};

/** Parts of a picture that are looked at: a picture has some dozens. */
const maxParts = 10_000;

/** Markers of JPEG that begin a frame and tell its size; three numbers between them are something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export async function judgeJpeg(content: FileContent): Promise<ContentFault> {
  let at = 2;
  for (let count = 0; count < maxParts; count += 1) {
    const head = await content.read(at, 9);
    if (head.length < 9 || head[0] !== 0xff) return "damaged";
    const marker = head[1]!;
    // What fills up to the next marker.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return ofSize(head.readUInt16BE(7), head.readUInt16BE(5));
    else {
      const length = head.readUInt16BE(2);
      if (length < 2) return "damaged";
      at += 2 + length;
    }
  }
  return "damaged";
}

export async function judgePng(content: FileContent): Promise<ContentFault> {
  let at = 8;
  let verdict: ContentFault = "damaged";
  for (let count = 0; count < maxParts * 10; count += 1) {
    const head = await content.read(at, 16);
    if (head.length < 8) return "damaged";
    const type = head.toString("latin1", 4, 8);
    const length = head.readUInt32BE(0);
    if (count === 0) {
      if (type !== "IHDR" || length !== 13 || head.length < 16) return "damaged";
      const [height] = [(await content.read(at + 12, 4)).readUInt32BE(0)];
      verdict = ofSize(head.readUInt32BE(8), height);
      if (verdict) return verdict;
    }
    at += 12 + length;
    if (at > content.size) return "damaged";
    // Nothing of a picture stands behind its end.
    if (type === "IEND") return at === content.size ? undefined : "mixed";
  }
  return "damaged";
}

export async function judgeWebp(content: FileContent): Promise<ContentFault> {
  const head = await content.read(0, 30);
  if (head.length < 30) return "damaged";
  const whole = head.readUInt32LE(4) + 8;
  if (whole > content.size) return "damaged";
  if (content.size > whole + (whole % 2)) return "mixed";
  switch (head.toString("latin1", 12, 16)) {
    case "VP8 ":
      return ofSize(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return ofSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return ofSize(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1);
    default:
      return "damaged";
  }
}
