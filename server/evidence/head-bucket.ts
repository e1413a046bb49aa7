/** Ends of chains in an object store: an object for each, whose name says it all. None is ever replaced by another. */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BucketConfig } from "../config/storage.ts";
import type { Head } from "../store/evidence.ts";
import { headText } from "../store/chain-head-log.ts";

const namePattern = /^([A-Za-z0-9-]+)\/(\d{9})-([0-9a-f]{64})$/;

const nameOfHead = ({ brand, position, hash }: Head): string =>
  `${brand}/${String(position).padStart(9, "0")}-${hash}`;

function headOf(name: string): Head {
  const [, brand, position, hash] = namePattern.exec(name)!;
  return { brand: brand!, position: Number(position), hash: hash! };
}

export interface HeadBucket {
  /** @throws {StorageError} */
  note(head: Head): Promise<void>;
  /** All that were ever noted. @throws {StorageError} */
  read(): Promise<Head[]>;
  close(): Promise<void>;
}

export async function openHeadBucket(config: BucketConfig, dataDir: string): Promise<HeadBucket> {
  const { bucketStorage } = await import("../storage/bucket.ts");
  const storage = await bucketStorage(config, join(dataDir, "receiving"), undefined, (name) =>
    namePattern.test(name),
  );
  return {
    note: async (head) => {
      const path = join(storage.receiving, randomUUID());
      const text = `${headText(head)}\n`;
      try {
        await writeFile(path, text, { flag: "wx", mode: 0o600 });
        await storage.put(nameOfHead(head), { path, size: Buffer.byteLength(text), type: "text/plain" });
      } finally {
        await rm(path, { force: true });
      }
    },
    read: async () => {
      const heads: Head[] = [];
      for await (const { name } of storage.list()) heads.push(headOf(name));
      return heads;
    },
    close: storage.close,
  };
}

/** What an operator calls it. */
export const bucketText = ({ bucket, prefix }: BucketConfig): string => `s3://${bucket}/${prefix}`;
