/** Mail goes out by SMTP, or into files where there is no SMTP server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentContent } from "../documents/content.ts";
import type { DocumentFile } from "../documents/document.ts";
import { createDrawing, type Drawing } from "../documents/drawing.ts";
import type { ByteSeals } from "../store/sealed-bytes.ts";
import { isPlainAddress } from "../mail-address.ts";
import { DeliveryRefused } from "../deliveries/refusal.ts";
import { headerText, renderMail, type MailContent, type MailDraft } from "./content.ts";
import { wordmarkId } from "./frame.ts";
import { writeMailFile, type MailFolder } from "./files.ts";

interface Envelope {
  to: string;
  from: { name: string; address: string };
  replyTo?: string;
  /** Whether its address came from answers, which strangers may have written. */
  isFromAnswers?: boolean;
  /** Drawn and attached when it is sent. */
  documents?: DocumentContent[];
  /** An entry for a calendar. */
  calendar?: { name: string; text: string; method?: "CANCEL" };
}

/** What a delivery of kind `mail` holds. Addresses are single and plain: `name@host`. */
export interface MailPayload extends Envelope {
  /** What it says: the mail is drawn of it when it is sent, as its documents are. */
  draft: MailDraft;
}

/** As earlier versions queued them, drawn already. */
export type DrawnMail = Envelope & MailContent;

export type QueuedMail = MailPayload | DrawnMail;

/** @throws {DeliveryRefused} where it cannot be drawn: a repeat would draw the same */
export function mailContent(mail: QueuedMail): MailContent {
  if (!("draft" in mail)) return mail;
  try {
    return renderMail(mail.draft);
  } catch (error) {
    throw new DeliveryRefused(`The mail cannot be drawn: ${(error as Error).message}`, { cause: error });
  }
}

export interface MailTransport {
  /**
   * Sends one mail. `id` is the delivery's: the same one gives the same Message-ID, and the same file.
   * Throws `DeliveryRefused` where a repeat would not help, and other errors where it may.
   */
  send(id: string, mail: QueuedMail, written: Date): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds: for connecting, for the greeting, and for silence. */
const timeoutMs = 10_000;
/** Milliseconds for the whole of one mail, so that no trickling server outlives the lease. */
const maxDurationMs = 60_000;

const address = (text: unknown, role: string): string => {
  if (isPlainAddress(text)) return text;
  throw new DeliveryRefused(`Not a single plain mail address: ${role}`);
};

const attachment = ({ name, type, bytes }: DocumentFile) => ({
  filename: name,
  contentType: type,
  content: bytes,
});

/** The wordmark as a picture within the mail; none where the brand has no such file, and its name is read instead. */
async function wordmarkOf(brands: string | undefined, code: string | undefined) {
  if (brands === undefined || code === undefined || !/^[A-Z]{2,4}$/.test(code)) return [];
  const content = await readFile(join(brands, code, "wordmark.png")).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!content) return [];
  const filename = "wordmark.png";
  return [
    { filename, contentType: "image/png", content, cid: wordmarkId, contentDisposition: "inline" as const },
  ];
}

const calendarOf = (calendar: Envelope["calendar"]) =>
  calendar
    ? [
        {
          filename: calendar.name,
          contentType: `text/calendar; charset=utf-8; method=${calendar.method ?? "PUBLISH"}`,
          content: calendar.text,
        },
      ]
    : [];

type Compose = (id: string, mail: QueuedMail, written: Date) => ReturnType<typeof compose>;

const compose = async (
  { drawing, brands }: { drawing: Drawing; brands: string | undefined },
  id: string,
  mail: QueuedMail,
  written: Date,
) => {
  const from = address(mail.from?.address, "from");
  const { subject, text, html, wordmark } = mailContent(mail);
  const documents = await Promise.all((mail.documents ?? []).map((one) => drawing.draw(one, written)));
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    date: written,
    from: { name: headerText(mail.from.name), address: from },
    to: { name: "", address: address(mail.to, "to") },
    ...(mail.replyTo === undefined
      ? {}
      : { replyTo: { name: "", address: address(mail.replyTo, "replyTo") } }),
    subject: headerText(subject),
    text,
    html,
    attachments: [
      ...documents.map(attachment),
      ...calendarOf(mail.calendar),
      ...(await wordmarkOf(brands, wordmark)),
    ],
    headers: { "Auto-Submitted": "auto-generated" },
    // Words never name files or addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

interface SmtpFailure {
  responseCode?: number;
  command?: string;
}

// A 5xx about the recipient or the message is final. About the login, the sender or the
// connection it is our own setting that is wrong, which can be mended while we retry.
const isFinal = ({ responseCode, command }: SmtpFailure): boolean =>
  responseCode !== undefined &&
  responseCode >= 500 &&
  responseCode < 600 &&
  responseCode !== 503 &&
  (command === "RCPT TO" || command === "DATA");

type Send = MailTransport["send"];

function smtpMail(url: string, limits: { timeoutMs: number; maxDurationMs: number }, write: Compose): Send {
  return async (id, mail, written) => {
    const message = await write(id, mail, written);
    const { createTransport } = await loadMailer();
    const transport = createTransport({
      url,
      connectionTimeout: limits.timeoutMs,
      greetingTimeout: limits.timeoutMs,
      socketTimeout: limits.timeoutMs,
      dnsTimeout: limits.timeoutMs,
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("The mail server took too long")), limits.maxDurationMs);
    });
    try {
      await Promise.race([transport.sendMail(message), tooLong]);
    } catch (error) {
      if (isFinal(error as SmtpFailure))
        throw new DeliveryRefused((error as Error).message, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  };
}

function fileMail(folder: MailFolder, write: Compose): Send {
  return async (id, mail, written) => {
    const { createTransport } = await loadMailer();
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await transport.sendMail(await write(id, mail, written));
    await writeMailFile(folder, id, message as Buffer);
  };
}

export interface MailDeps {
  smtpUrl?: string;
  dataDir: string;
  /** Seal mails that are written into files; needed without `smtpUrl`. */
  seals?: ByteSeals;
  drawing?: Drawing;
  /** Folder that holds `brands/<code>/wordmark.png`. */
  definitionsDir?: string;
}

/** Loaded with the first mail: no start waits for it. */
const loadMailer = () => import("nodemailer");

/** Mail by SMTP with `smtpUrl`; without, sealed `.eml` files under `<dataDir>/mail`. The drawing is closed with it. */
export const createMail = (
  { smtpUrl, dataDir, seals, definitionsDir, drawing = createDrawing() }: MailDeps,
  limits = { timeoutMs, maxDurationMs },
): MailTransport => {
  const brands = definitionsDir === undefined ? undefined : join(definitionsDir, "brands");
  const write: Compose = (id, mail, written) => compose({ drawing, brands }, id, mail, written);
  const toFiles = (): Send => {
    if (!seals) throw new Error("mails in files need what seals them");
    return fileMail({ dataDir, seals }, write);
  };
  return {
    send: smtpUrl === undefined ? toFiles() : smtpMail(smtpUrl, limits, write),
    close: () => drawing.close(),
  };
};
