/** Reads a page of S3's ListObjectsV2, asked for with `encoding-type=url`: no text in it needs unescaping as XML. */
import { StorageError } from "./names.ts";

export interface ListedObject {
  key: string;
  /** Bytes. */
  size: number;
  changed: Date;
}

const textIn = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

const garbled = (): StorageError => new StorageError("unavailable", "the storage's list cannot be read");

function objectOf(xml: string): ListedObject {
  const [key, size, changed] = ["Key", "Size", "LastModified"].map((element) => textIn(xml, element) ?? "");
  const time = new Date(changed!);
  if (key === "" || !/^\d{1,15}$/.test(size!) || Number.isNaN(time.getTime())) throw garbled();
  try {
    return { key: decodeURIComponent(key!.replaceAll("+", " ")), size: Number(size), changed: time };
  } catch {
    throw garbled();
  }
}

/**
 * The objects of a page, and what to continue with where there are more.
 * @throws {StorageError} for anything that is not a whole page.
 */
export function listedObjects(xml: string): { objects: ListedObject[]; next?: string } {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith("</ListBucketResult>")) throw garbled();
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, inner]) => objectOf(inner!));
  if (textIn(xml, "IsTruncated") !== "true") return { objects };
  const next = textIn(xml, "NextContinuationToken");
  if (next === undefined || next === "") throw garbled();
  return { objects, next };
}
