/** Seals with the first key all that is sealed with another, or is not: the database, bytes of uploads, mails in files. */
import { resealMails } from "../mail/files.ts";
import type { Storage } from "../storage/storage.ts";
import type { ColumnRef } from "../store/personal.ts";
import type { ResealOptions } from "../store/reseal.ts";
import type { Store } from "../store/store.ts";
import { resealUploads } from "./sealed-uploads.ts";

/** Where uploads stand in the list of what is sealed, and in what is told of them. */
const uploadBytes: ColumnRef = "files.bytes";
const mailFiles: ColumnRef = "mails.files";

export interface PersonalPlaces {
  store: Store;
  storage: Storage;
  dataDir: string;
}

/** Tells how many values and files were sealed anew. Damaged ones stay, and so do the keys that may open them. */
export async function resealAll(
  { store, storage, dataDir }: PersonalPlaces,
  { isStopping = () => false, whole = false, damaged = () => {} }: Omit<ResealOptions, "keepKeys"> = {},
): Promise<number> {
  const tell = (place: ColumnRef, count: number): void => {
    if (count > 0) damaged(place, count);
  };
  // The files first: only then may the database forget the older keys.
  const mails = await resealMails({ dataDir, seals: store.seals.bytes });
  tell(mailFiles, mails.damaged);
  const isDone = !whole && (await store.isResealed(uploadBytes));
  const uploads = isDone
    ? { sealed: 0, damaged: 0, isWhole: true }
    : await resealUploads({ store, storage }, isStopping);
  tell(uploadBytes, uploads.damaged);
  const isWhole = uploads.isWhole && uploads.damaged === 0;
  if (isWhole && !isDone) await store.markResealed(uploadBytes);
  const keepKeys = !isWhole || mails.damaged > 0;
  return mails.sealed + uploads.sealed + (await store.reseal({ isStopping, whole, keepKeys, damaged }));
}
