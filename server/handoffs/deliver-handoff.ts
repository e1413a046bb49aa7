import type { DeliveryHandler } from "../deliveries/deliver.ts";
import type { MailPayload, MailTransport } from "../mail/transport.ts";
import { isHandoff, type HandoffPayload } from "./mail.ts";

interface HandoffDeliveryDeps {
  mail: MailTransport;
  /** Nothing where nobody waits for the mail any more. */
  write: (brand: string, payload: HandoffPayload) => Promise<MailPayload | undefined>;
  /** Deliveries of kind `mail` that are something else. */
  others: DeliveryHandler;
}

/** Mails that take a run to another device: written just before they go out. */
export const deliverHandoffs =
  ({ mail, write, others }: HandoffDeliveryDeps): DeliveryHandler =>
  async (delivery, payload) => {
    if (!isHandoff(payload)) return await others(delivery, payload);
    const written = await write(delivery.brand, payload);
    // Each try has a code of its own: to whoever gets two, they are two mails.
    const id = `${delivery.id}-${delivery.attempts}`;
    if (written) await mail.send(id, written, new Date(delivery.created_at));
  };
