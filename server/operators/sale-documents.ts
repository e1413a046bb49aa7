/** Documents of sales, for those who review them: what came, and what they say of it. The person is told by mail. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openStored } from "../files/sealed-uploads.ts";
import type { MailBrand } from "../mail/content.ts";
import type { MailPayload } from "../mail/transport.ts";
import { StorageError } from "../storage/names.ts";
import { openStorage } from "../storage/storage.ts";
import { enqueueDelivery } from "../store/deliveries.ts";
import {
  addReview,
  changeDocument,
  detailsOf,
  findOpportunity,
  listDocuments,
  lockDocument,
  reviewsOf,
} from "../store/opportunities.ts";
import type { Store } from "../store/store.ts";
import { OperatorError } from "./operator-error.ts";
import type { Opened } from "./store.ts";

/** One whole, with how it was reviewed. What opens its page is nobody's to read. */
export async function readSaleDocument({ db }: Pick<Store, "db">, id: string) {
  const document = await lockDocument(db, id);
  const opportunity = document && (await findOpportunity(db, "id", document.opportunity));
  if (!opportunity) throw new OperatorError(`${id}: no hay un documento con ese id.`);
  const { name, email, subject } = detailsOf(opportunity);
  const person = { name, email, subject, until: opportunity.expires_at };
  return { ...document, person, reviews: await reviewsOf(db, id) };
}

export interface Review {
  as: "COMPLETED" | "FAILED";
  operator: string;
  note?: string;
}

/** Approves or observes one that waits for it, once; in the same transaction the review is noted and the mail queued. */
export async function reviewSaleDocument(store: Store, id: string, review: Review, now: Date): Promise<void> {
  const { as, operator, note = null } = review;
  const at = now.toISOString();
  await store.transaction(async (db) => {
    const document = await lockDocument(db, id);
    const opportunity = document && (await findOpportunity(db, "id", document.opportunity));
    if (!opportunity) throw new OperatorError(`${id}: no hay un documento con ese id.`);
    if (document.state !== "PENDING") throw new OperatorError(`${id}: no está en revisión.`);
    await changeDocument(db, id, { state: as, note, changed_at: at });
    const reviewId = randomUUID();
    await addReview(db, { id: reviewId, document: id, operator, state: as, note, created_at: at });
    const { token, email, from, brand } = detailsOf<MailBrand>(opportunity);
    const isApproved = as === "COMPLETED";
    const payload: MailPayload = {
      to: email,
      from,
      draft: {
        brand,
        subject: isApproved ? "Validamos tu documento" : "Tu documento tiene una observación",
        body: `${document.caption}. ${isApproved ? "Está validado: no tienes que hacer nada más con él." : `${note ?? ""} Súbelo de nuevo desde tu lista de documentos.`}`,
        buttons: [{ label: "Ver tus documentos", href: `/documentos/${token}` }],
      },
    };
    // An erasure finds it by the call that opened the opportunity.
    const dedupe = `documents.review/${reviewId}/${opportunity.call_key}`;
    await enqueueDelivery(
      db,
      { submission: null, brand: opportunity.brand, kind: "mail", dedupe, payload },
      now,
    );
  });
}

/** Those that wait for a review, or are in another state, the oldest first. */
export const listSaleDocuments = ({ db }: Pick<Store, "db">, query: Parameters<typeof listDocuments>[1]) =>
  listDocuments(db, query);

/** What a name ends with, where it is nothing but that; the rest of it is the person's, and is not used on a disk. */
const endingOf = (name: string): string => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? "";

/**
 * Writes the file of one, opened, into a folder, and gives its path. Who took it is noted before it is there: a copy that
 * nobody knows of is worse than a note of one that failed.
 */
export async function takeSaleDocument(
  { store, config }: Opened,
  id: string,
  { operator, folder }: { operator: string; folder: string },
  now: Date,
): Promise<string> {
  const { stored, file, size } = await store.transaction(async (db) => {
    const document = await lockDocument(db, id);
    if (!document) throw new OperatorError(`${id}: no hay un documento con ese id.`);
    const { stored: place, file: about } = document;
    if (place === null || about === null) throw new OperatorError(`${id}: no ha llegado ningún archivo.`);
    const review = { id: randomUUID(), document: id, operator, state: "TAKEN" as const, note: null };
    await addReview(db, { ...review, created_at: now.toISOString() });
    return { stored: place, file: about, size: document.size };
  });
  const path = join(folder, `${id}${endingOf((JSON.parse(file) as { name: string }).name)}`);
  const coming = `${path}.${randomUUID()}`;
  const storage = await openStorage(config);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const bytes = await openStored({ storage, seals: store.seals.bytes }, { stored, size });
    // Only whole: what was changed in the storage ends the stream with an error.
    await pipeline(bytes, createWriteStream(coming, { flags: "wx", mode: 0o600 }));
    await rename(coming, path);
    return path;
  } catch (error) {
    const isTold = error instanceof StorageError || (error instanceof Error && "errno" in error);
    throw isTold ? new OperatorError(`${id}: no se pudo sacar el archivo. ${error.message}`) : error;
  } finally {
    await rm(coming, { force: true });
    await storage.close();
  }
}
