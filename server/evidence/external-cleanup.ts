/** What an erasure leaves to be removed outside of the database: bytes of uploads, and mails in files. */
import { removeMailFile } from "../mail/files.ts";
import type { ExternalCopies } from "../store/erasure.ts";

/** `discard` removes bytes from the storage of uploads; what it cannot remove now, its cleaning finds. */
export const removeExternalCopies =
  (dataDir: string, discard: (names: string[]) => Promise<void>) =>
  async ({ stored, deliveries }: ExternalCopies): Promise<void> => {
    await discard(stored);
    for (const id of deliveries) await removeMailFile(dataDir, id);
  };
