import { mailContent, type MailPayload } from "../../server/mail/transport.ts";
import type { MailContent } from "../../server/mail/content.ts";

/** A queued mail by the text of its payload, with what is drawn of it when it goes out. */
export function queuedMail(payload: string): MailPayload & MailContent {
  const mail = JSON.parse(payload) as MailPayload;
  return { ...mail, ...mailContent(mail) };
}
