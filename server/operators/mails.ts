/** Mails that were written as files, where no SMTP server is set: sealed, so that only these open them. */
import {
  listMails,
  mailMessage,
  readMail,
  type MailFolder,
  type MailSummary,
  type ReadMail,
} from "../mail/files.ts";
import type { Opened } from "./store.ts";

const folderOf = ({ store, config }: Opened): MailFolder => ({
  dataDir: config.dataDir,
  seals: store.seals.bytes,
});

/** The newest, newest first. */
export const mailsInFiles = (opened: Opened, limit: number): Promise<MailSummary[]> =>
  listMails(folderOf(opened), limit);

/** One of them; undefined where there is none of that id. @throws {DamagedValue} */
export const mailInFile = (opened: Opened, id: string): Promise<ReadMail | undefined> =>
  readMail(folderOf(opened), id);

/** The message as it would have been sent. */
export const messageInFile = (opened: Opened, id: string): Promise<Buffer | undefined> =>
  mailMessage(folderOf(opened), id);
