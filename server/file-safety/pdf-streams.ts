/** Streams of a PDF that may hold objects, wherever one begins: readers go where a table sends them, also into other streams. */
import type { FileContent } from "./file-content.ts";
import type { Refused } from "./content-fault.ts";
import { readObject, type Read, type StreamHead } from "./pdf-dictionary.ts";
import { windowsOf } from "./scan.ts";
import { takingTurns } from "./turns.ts";

const begin = /(?<!end)obj/g;
const overlap = 8;
/** Bytes of a dictionary that are read first, where it goes on behind a window; each further time twice as many. */
const firstBytes = 4096;
/** Bytes of the longest one: lists of a document's parts may be long. */
const mostBytes = 2 * 1024 * 1024;
/** How often each byte of a file may be read for a dictionary: those of one that is right, once. */
const maxReadings = 4;

/** Whether a stream may hold objects, and how they are packed; `damaged` where that cannot be read plainly. */
export function packingOf({ words, isPlain }: StreamHead): "none" | "plain" | "flate" | "damaged" {
  const isObjects = words.includes("/First") || words.includes("/ObjStm");
  // A profile of colours says so as well.
  if (!isObjects && !words.includes("/N")) return "none";
  const [type, filter] = ["/Type", "/Filter"].map((key) => valuesOf(words, key));
  if (!type || !filter || !isPlain || words.includes("/F")) return "damaged";
  const [first, ...more] = filter;
  if (first === undefined) return "plain";
  const isFlate = more.length === 0 && (first === "/FlateDecode" || first === "/Fl");
  if (!isObjects) return isFlate ? "flate" : "none";
  const parameters = words.indexOf("/DecodeParms");
  const isBare = parameters === -1 || words[parameters + 1] === "null";
  return isFlate && isBare && !words.includes("/DP") ? "flate" : "damaged";
}

/** The names that a key has: none, one, or a list of them; undefined where it says something else, or twice something. */
function valuesOf(words: string[], key: string): string[] | undefined {
  const at = words.indexOf(key);
  if (at === -1) return [];
  if (words.includes(key, at + 1)) return undefined;
  const value = words[at + 1];
  if (value === "null") return [];
  if (value?.startsWith("/")) return [value];
  if (value !== "[") return undefined;
  const names = words.slice(at + 2, words.indexOf("]", at));
  return names.every((name) => name.startsWith("/")) ? names : undefined;
}

/** Reads an object whose begin stands in a window, however far it goes on behind it. */
async function objectAt(
  content: FileContent,
  given: { text: string; at: number; place: number },
  count: (bytes: number) => void,
): Promise<Read> {
  const isLast = given.place - given.at + given.text.length >= content.size;
  let found = readObject(given.text, given.at, isLast);
  count(found.end - given.at);
  for (let length = firstBytes; found.kind === "more"; length *= 2) {
    if (length > mostBytes) return { kind: "odd", end: given.place };
    const text = (await content.read(given.place, length)).toString("latin1");
    found = readObject(text, 0, given.place + text.length >= content.size);
    count(found.end);
    if (found.kind === "stream") return { ...found, end: given.place + found.end };
  }
  return found.kind === "stream" ? { ...found, end: given.place - given.at + found.end } : found;
}

class TooMuch extends Error {}

/** Each stream's dictionary, with the place where its bytes begin; or why the file is not kept. */
export async function* streamsOf(content: FileContent): AsyncGenerator<StreamHead | Refused> {
  let left = maxReadings * content.size + firstBytes;
  const count = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw new TooMuch();
  };
  const turn = takingTurns();
  let seen = 0;
  try {
    for await (const { text, from } of windowsOf(content, overlap)) {
      for (const { index } of text.matchAll(begin)) {
        const at = index + "obj".length;
        if (from + at <= seen) continue;
        seen = from + at;
        await turn();
        const found = await objectAt(content, { text, at, place: seen }, count);
        if (found.kind === "odd") yield "damaged";
        if (found.kind === "stream") yield found;
      }
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    yield "damaged";
  }
}
