import type { BrandFileDescription } from "../../schemas/engine/serve.ts";
import { contentHash } from "../content-hash.ts";
import { readSvg } from "./svg.ts";

/** A WOFF2 file begins with its signature, and says how long it is. */
const isWoff2 = (content: Buffer): boolean =>
  content.length >= 48 &&
  content.toString("latin1", 0, 4) === "wOF2" &&
  content.readUInt32BE(8) === content.length;

function textOf(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    // oxlint-disable-next-line no-control-regex -- what tells a text from anything else
    return text.trim() === "" || /[\0-\x08\x0e-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function judged(content: Buffer): Pick<BrandFileDescription, "format" | "unsafe"> {
  if (isWoff2(content)) return { format: "woff2" };
  const text = textOf(content);
  if (text === undefined) return { format: "unknown" };
  const svg = readSvg(text);
  if (!svg) return { format: "text" };
  return { format: "svg", ...(svg.unsafe === undefined ? {} : { unsafe: svg.unsafe }) };
}

/** What the checker and the compiler need to know of a file that a brand brings: they read no bytes. */
export const describeBrandFile = (content: Buffer): string =>
  JSON.stringify({
    ...judged(content),
    bytes: content.length,
    hash: contentHash(content),
  } satisfies BrandFileDescription);
