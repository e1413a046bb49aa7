/** Mails as sealed files, where no SMTP server is set: written for good, listed and read for the development page and operators. */
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Attachment } from "postal-mime";
import { DamagedValue } from "../store/damaged.ts";
import type { ColumnRef } from "../store/personal.ts";
import { opening, sealing, type ByteSeals } from "../store/sealed-bytes.ts";

/** Where mails are, and what seals them. */
export interface MailFolder {
  dataDir: string;
  seals: ByteSeals;
}

export interface MailSummary {
  id: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  date: string;
}

export interface ReadMail extends MailSummary {
  from: string;
  text: string;
  /** With the pictures that the mail carries in it, as data. */
  html: string;
  attachments: { name: string; type: string; bytes: Uint8Array }[];
}

const idPattern = /^[0-9a-z][0-9a-z-]{0,79}$/;
const folder = (dataDir: string): string => join(dataDir, "mail");

const placeOf = (id: string): ColumnRef => `mails.${id}`;

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the bytes of `<dataDir>/mail/<id>.eml` as they are, whole or not at all; the same id again overwrites it. */
export async function putMailFile(dataDir: string, id: string, message: Buffer): Promise<void> {
  if (!idPattern.test(id)) throw new Error("Not an id of a mail");
  await mkdir(folder(dataDir), { recursive: true, mode: 0o700 });
  const path = join(folder(dataDir), `${id}.eml`);
  const temporary = `${path}.part`;
  const handle = await open(temporary, "w", 0o600);
  try {
    await handle.writeFile(message);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await sync(folder(dataDir));
}

/** Seals a mail and writes it into its file. */
export async function writeMailFile(
  { dataDir, seals }: MailFolder,
  id: string,
  message: Buffer,
): Promise<void> {
  await putMailFile(dataDir, id, await buffer(Readable.from([message]).pipe(sealing(seals, placeOf(id)))));
}

/**
 * Removes a mail, what each try of it wrote by itself (`<id>-1`), and what of these was cut off in the middle (`.part`); where
 * there is none of that id, nothing.
 */
export async function removeMailFile(dataDir: string, id: string): Promise<void> {
  if (!idPattern.test(id)) throw new Error("Not an id of a mail");
  const names = await readdir(folder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const isOfIt = (name: string): boolean =>
    name.startsWith(id) && /^(?:-[0-9]+)?\.eml(?:\.part)?$/.test(name.slice(id.length));
  for (const name of names.filter(isOfIt)) await rm(join(folder(dataDir), name), { force: true });
}

/** Files of mails that deliveries wrote, each with the id of its own. */
export async function mailFiles(dataDir: string): Promise<{ id: string; path: string }[]> {
  const names = await readdir(folder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.flatMap((name) => {
    const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9]+)?\.eml(?:\.part)?$/.exec(name)?.[1];
    return id === undefined ? [] : [{ id, path: join(folder(dataDir), name) }];
  });
}

async function readFileIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const bytesOf = (content: Attachment["content"]): Uint8Array =>
  typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);

/** A browser knows no `cid:`, by which a mail's HTML names the pictures that come with it. */
function withPictures(html: string, attachments: Attachment[]): string {
  return attachments.reduce((all, { contentId, disposition, mimeType, content }) => {
    if (disposition !== "inline" || contentId === undefined) return all;
    const data = `data:${mimeType};base64,${Buffer.from(bytesOf(content)).toString("base64")}`;
    return all.replaceAll(`src="cid:${contentId.replace(/^<|>$/g, "")}"`, `src="${data}"`);
  }, html);
}

/** A mail as it would have been sent; undefined if there is none with that id. @throws {DamagedValue} */
export async function mailMessage({ dataDir, seals }: MailFolder, id: string): Promise<Buffer | undefined> {
  if (!idPattern.test(id)) return undefined;
  const bytes = await readFileIfThere(join(folder(dataDir), `${id}.eml`));
  return bytes && (await buffer(Readable.from([bytes]).pipe(opening(seals, placeOf(id)))));
}

/** One mail; undefined if there is none with that id, whatever the id looks like. */
export async function readMail(from: MailFolder, id: string): Promise<ReadMail | undefined> {
  const message = await mailMessage(from, id);
  if (!message) return undefined;
  // Only development and operators read mails back: serving does without the parser.
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(message);
  return {
    id,
    from: mail.from?.address ?? "",
    to: (mail.to ?? []).map((recipient) => recipient.address ?? "").join(", "),
    subject: mail.subject ?? "",
    date: mail.date ?? "",
    text: mail.text ?? "",
    html: withPictures(mail.html ?? "", mail.attachments),
    // What the HTML shows itself is no file beside it.
    attachments: mail.attachments
      .filter(({ disposition }) => disposition !== "inline")
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? "",
        type: mimeType,
        bytes: bytesOf(content),
      })),
  };
}

/** The ids of all mails. */
async function mailIds(dataDir: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return names.filter((name) => name.endsWith(".eml")).map((name) => name.slice(0, -".eml".length));
}

/** Seals with the first key all mails that are not. Tells how many were, and how many are damaged and stay. */
export async function resealMails({
  dataDir,
  seals,
}: MailFolder): Promise<{ sealed: number; damaged: number }> {
  const done = { sealed: 0, damaged: 0 };
  for (const id of await mailIds(dataDir)) {
    const bytes = await readFileIfThere(join(folder(dataDir), `${id}.eml`));
    if (!bytes || seals.keyOf(bytes) === seals.id) continue;
    try {
      const message = await mailMessage({ dataDir, seals }, id);
      if (!message) continue;
      await writeMailFile({ dataDir, seals }, id, message);
      done.sealed += 1;
    } catch (error) {
      if (!(error instanceof DamagedValue)) throw error;
      done.damaged += 1;
    }
  }
  return done;
}

/** The newest `limit` mails, newest first. One that is damaged does not take the others along. */
export async function listMails(from: MailFolder, limit = 200): Promise<MailSummary[]> {
  const mails = await Promise.all(
    (await mailIds(from.dataDir)).map((id) =>
      readMail(from, id).catch((error: unknown) => {
        if (error instanceof DamagedValue) return undefined;
        throw error;
      }),
    ),
  );
  return mails
    .filter((mail) => mail !== undefined)
    .map(({ id, to, subject, date }) => ({ id, to, subject, date }))
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date) || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
