/** The bytes of a file, read where they are looked at. */
import { open } from "node:fs/promises";

export interface FileContent {
  /** Bytes. */
  size: number;
  /** So many bytes from a place; fewer where the content ends. */
  read(at: number, length: number): Promise<Buffer>;
}

/** Gives a file's content to `work`, and closes the file. */
export async function withContent<T>(path: string, work: (content: FileContent) => Promise<T>): Promise<T> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const read: FileContent["read"] = async (at, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, at + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    };
    return await work({ size, read });
  } finally {
    await handle.close();
  }
}
