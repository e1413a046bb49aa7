/** The bytes of a file, read where they are looked at. */
import { open } from "node:fs/promises";
import type { FileContent } from "../file-safety/file-content.ts";
import { openedContent, readAt, type SealedAt } from "./sealed-file.ts";

/** Gives a file's content to `work`, and closes the file. With `sealed`, of a file that is. */
export async function withContent<T>(
  path: string,
  work: (content: FileContent) => Promise<T>,
  sealed?: SealedAt,
): Promise<T> {
  const handle = await open(path, "r");
  try {
    if (sealed) return await work(await openedContent(handle, sealed));
    const { size } = await handle.stat();
    return await work({ size, read: (at, length) => readAt(handle, at, Math.min(length, size - at)) });
  } finally {
    await handle.close();
  }
}
