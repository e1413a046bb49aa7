import type { DeliveryHandler } from "../deliveries/deliver.ts";
import type { Limits } from "../http/limits.ts";
import { countWritten } from "./mail-limits.ts";
import type { MailTransport, QueuedMail } from "./transport.ts";

/**
 * Deliveries of kind `mail`. Those to addresses that came from answers are counted, where there are `limits`: when they go
 * out, so that whoever sends a form does not wait for it, and once, however often they are tried.
 */
export const deliverMails =
  (mail: MailTransport, limits?: Pick<Limits, "count">): DeliveryHandler =>
  async ({ id, created_at, attempts }, payload) => {
    const queued = payload as QueuedMail;
    if (limits && queued.isFromAnswers && attempts === 1) await countWritten(limits, "answers", queued.to);
    await mail.send(id, queued, new Date(created_at));
  };
