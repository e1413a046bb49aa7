/** Carries deliveries out, by kind. */
import type { Revision } from "../../schemas/engine/all.ts";
import { CallInputError, type Services } from "../services/services.ts";
import { isHandoff, type HandoffPayload } from "../handoffs/mail.ts";
import type { MailPayload, MailTransport } from "../mail/transport.ts";
import { DeliveryRefused } from "./refusal.ts";
import type { Deliver } from "./worker.ts";

/** What a delivery of kind `call` holds. */
export interface CallPayload {
  brand: string;
  /** `<service>.<call>`. */
  call: string;
  input: Record<string, unknown>;
  /** Hash of the revision whose call it is; the brand's current one where it is left out. */
  revision?: string;
  /** The run whose files it sends, where it sends any. */
  run?: string;
}

export interface DeliverDeps {
  mail: MailTransport;
  services: Services;
  revision: (brand: string, hash?: string) => Promise<Revision | undefined>;
  /**
   * Writes a mail that takes a run to another device; nothing where nobody waits for it any more. Left out where there
   * are no runs.
   */
  handoff?: (brand: string, payload: HandoffPayload) => Promise<MailPayload | undefined>;
}

// These say "later", not "no".
const laterStatuses = new Set([408, 425, 429]);

/** Dispatches to the mail transport or to a service, with the delivery's id as the key of the call. */
export function createDeliver({ mail, services, revision, handoff }: DeliverDeps): Deliver {
  return async (delivery) => {
    const payload: unknown = JSON.parse(delivery.payload);
    if (delivery.kind === "mail" && isHandoff(payload)) {
      if (!handoff) throw new Error("There are no runs here to go on with");
      const written = await handoff(delivery.brand, payload);
      // Each try has a code of its own: to whoever gets two, they are two mails.
      const id = `${delivery.id}-${delivery.attempts}`;
      return written && (await mail.send(id, written, new Date(delivery.created_at)));
    }
    if (delivery.kind === "mail") {
      return await mail.send(delivery.id, payload as MailPayload, new Date(delivery.created_at));
    }
    const { brand, call, input, revision: hash, run } = payload as CallPayload;
    const found = await revision(brand, hash);
    if (!found) throw new Error(`There is no revision ${hash ?? ""} of brand ${brand}`);
    let result;
    try {
      result = await services.call({
        revision: found,
        call,
        input,
        key: delivery.id,
        ...(run === undefined ? {} : { run }),
      });
    } catch (error) {
      if (error instanceof CallInputError) throw new DeliveryRefused(error.message, { cause: error });
      throw error;
    }
    if (result.ok) return;
    const { status, failure } = result;
    const words = `${call}: ${failure ?? "failure"}, status ${status}`;
    if (failure === "status" && status >= 400 && status < 500 && !laterStatuses.has(status)) {
      throw new DeliveryRefused(words);
    }
    throw new Error(words);
  };
}
