/** Files that embedded services keep: sealed, under names of ours, in the storage of uploads. */
import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import type { ServiceFiles } from "../services/embedded/service.ts";
import { nameOf } from "../storage/names.ts";
import type { Storage } from "../storage/storage.ts";
import type { ByteSeals } from "../store/sealed-bytes.ts";
import type { FileJudge } from "./files.ts";
import { createSealed, placeOfUpload } from "./sealed-file.ts";

interface Deps {
  storage: Storage;
  seals: ByteSeals;
  judge: FileJudge;
  log: Pick<Log, "warn">;
}

export function createServiceFiles({ storage, seals, judge, log }: Deps): ServiceFiles {
  return {
    judge,
    keep: async (bytes) => {
      const id = randomUUID();
      const path = join(storage.receiving, id);
      try {
        const writer = await createSealed(path, { seals, place: placeOfUpload(id) });
        try {
          await writer.write(Buffer.from(bytes));
          await writer.end();
        } finally {
          await writer.close();
        }
        const { size } = await stat(path);
        await storage.put(nameOf(id), { path, size, type: "application/octet-stream" });
      } finally {
        await rm(path, { force: true });
      }
      return nameOf(id);
    },
    discard: async (names) => {
      for (const name of names) {
        await storage
          .remove(name)
          .catch((error: unknown) => log.warn({ err: error }, "bytes of a file stay"));
      }
    },
  };
}
