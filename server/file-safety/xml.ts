/** XML read once from its begin to its end, as much of it as is needed to see what it names. */
import { takingTurns } from "./turns.ts";

export interface XmlReader {
  /** A tag that opens or closes; `rest` is what stands in it behind its name. Names are without their namespace's prefix. */
  tag?(name: string, rest: string, isEnd: boolean): void;
  /** Text between tags, as it is written: `decoded` gives its signs as they are meant. */
  text?(text: string): void;
}

/** What no part of a document has: not XML, in another encoding than UTF-8, or with a type that makes names of its own. */
export class UnfitXml extends Error {
  override readonly name = "UnfitXml";
}

const signs: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const highest = 0x10ffff;
/** Of a tag of which more than its name is read. */
const maxTagLength = 64 * 1024;

export const decoded = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:#(\d{1,9})|#x([0-9a-f]{1,8})|([a-z]{2,4}));/gi, (whole, number, hex, name) => {
        if (name !== undefined) return signs[name] ?? whole;
        const code = number === undefined ? Number.parseInt(hex, 16) : Number(number);
        return code <= highest ? String.fromCodePoint(code) : whole;
      })
    : text;

/** Bytes as the text that they are. @throws {UnfitXml} */
export function xmlText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnfitXml("not UTF-8");
  }
  if (text.includes("\0")) throw new UnfitXml("another encoding");
  const declared = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']*)/.exec(text.slice(0, 300))?.[1];
  if (declared !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(declared)) throw new UnfitXml(declared);
  return text;
}

const attribute = /\s+([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/** What a tag says, by names as they are written, in small letters. @throws {UnfitXml} where it can be read in two ways. */
export function attributesOf(rest: string): Map<string, string> {
  if (rest.length > maxTagLength) throw new UnfitXml("a tag without measure");
  const found = new Map<string, string>();
  attribute.lastIndex = 0;
  let end = 0;
  for (let one = attribute.exec(rest); one; one = attribute.exec(rest)) {
    end = attribute.lastIndex;
    const name = one[1]!.toLowerCase();
    if (found.has(name)) throw new UnfitXml("an attribute twice");
    found.set(name, decoded(one[2] ?? one[3]!));
  }
  if (!/^\s*\/?$/.test(rest.slice(end))) throw new UnfitXml("attributes");
  return found;
}

/** Where a tag ends: what stands in quotes ends none. */
function endOfTag(text: string, begin: number): number {
  for (let at = begin; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === ">") return at;
    if (sign === "<") break;
    if (sign === '"' || sign === "'") {
      at = text.indexOf(sign, at + 1);
      if (at === -1) break;
    }
  }
  throw new UnfitXml("a tag without its end");
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at === -1) throw new UnfitXml(`no ${mark}`);
  return at + mark.length;
}

const name = /\/?(?:[^\s/>:"'<=]*:)?([^\s/>:"'<=]+)/y;

/** Reads all of it, a sign once. @throws {UnfitXml} */
export async function readXml(text: string, reader: XmlReader): Promise<void> {
  const turn = takingTurns();
  for (let at = 0, count = 0; at < text.length; count += 1) {
    if (count % 1_000 === 0) await turn();
    const open = text.indexOf("<", at);
    const end = open === -1 ? text.length : open;
    if (end > at) reader.text?.(text.slice(at, end));
    if (open === -1) return;
    if (text.startsWith("<!--", open)) at = endAfter(text, "-->", open + 4);
    else if (text.startsWith("<?", open)) at = endAfter(text, "?>", open + 2);
    else if (text.startsWith("<![CDATA[", open)) {
      at = endAfter(text, "]]>", open + 9);
      // What looks like a sign by its name is none here.
      reader.text?.(text.slice(open + 9, at - 3).replaceAll("&", "&amp;"));
    } else if (text[open + 1] === "!") throw new UnfitXml("a document type");
    else {
      name.lastIndex = open + 1;
      const found = name.exec(text);
      if (!found) throw new UnfitXml("a tag without a name");
      const close = endOfTag(text, open + 1);
      const rest = text.slice(name.lastIndex, close);
      const isEnd = text[open + 1] === "/";
      reader.tag?.(found[1]!, rest, isEnd);
      if (!isEnd && rest.endsWith("/")) reader.tag?.(found[1]!, "", true);
      at = close + 1;
    }
  }
}
