import type { DeliveryHandler } from "../deliveries/deliver.ts";
import type { MailTransport, QueuedMail } from "./transport.ts";

/** Deliveries of kind `mail`. */
export const deliverMails =
  (mail: MailTransport): DeliveryHandler =>
  ({ id, created_at }, payload) =>
    mail.send(id, payload as QueuedMail, new Date(created_at));
