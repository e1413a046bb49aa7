/**
 * Where the logs of evidence end, noted outside of the database: a file that is only added to. Whoever cuts a log's tail
 * off in the database, with its head, does not know what stands here.
 */
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SignedHead } from "./evidence-log.ts";
import type { Head } from "./evidence.ts";

/** One line for each head: when, whose key signed it and the signature, and `brand:position:hash`. */
export const chainHeadLogFile = (dataDir: string): string => join(dataDir, "evidence-heads.log");

export const headText = ({ brand, position, hash }: Head): string => `${brand}:${position}:${hash}`;

/** Undefined where the text is none. */
export function parseHead(text: string): Head | undefined {
  const [, brand, position, hash] = /^([A-Za-z0-9-]+):(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  return brand === undefined ? undefined : { brand, position: Number(position), hash: hash! };
}

export interface ChainHeadLog {
  /** Notes them soon; the caller's commit is done. What cannot be written now is tried again with the next ones. */
  note(heads: SignedHead[]): void;
  /** Resolves when all is written. @throws where it cannot be */
  written(): Promise<void>;
}

function lineOf({ signed_at = new Date().toISOString(), signer, signature, ...head }: SignedHead): string {
  const signed = signer === undefined ? [] : [signer, signature];
  return `${[signed_at, ...signed, headText(head)].join(" ")}\n`;
}

/** Each write is one line or several at the end of the file, so that several processes may have the same one. */
export function openChainHeadLog(dataDir: string): ChainHeadLog {
  const file = chainHeadLogFile(dataDir);
  const waiting = new Map<string, SignedHead>();
  let writing: Promise<void> | undefined;
  let failure: Error | undefined;

  const keep = (head: SignedHead): void => {
    const known = waiting.get(head.brand);
    if (!known || known.position < head.position) waiting.set(head.brand, head);
  };

  const write = async (): Promise<void> => {
    failure = undefined;
    while (waiting.size > 0 && failure === undefined) {
      const heads = [...waiting.values()];
      waiting.clear();
      const lines = heads.map(lineOf).join("");
      await appendFile(file, lines, { mode: 0o600 }).catch((error: Error) => {
        failure = error;
        heads.forEach(keep);
      });
    }
    writing = undefined;
  };

  return {
    note: (heads) => {
      heads.forEach(keep);
      if (waiting.size > 0) writing ??= write();
    },
    written: async () => {
      if (waiting.size > 0) writing ??= write();
      await writing;
      if (failure !== undefined) throw failure;
    },
  };
}

/** All that was noted. A line that a crash cut off is none. Undefined where there is no such file. */
export async function readChainHeadLog(dataDir: string): Promise<Head[] | undefined> {
  try {
    const lines = (await readFile(chainHeadLogFile(dataDir), "utf8")).split("\n");
    return lines.flatMap((line) => parseHead(line.split(" ").at(-1)!) ?? []);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
