/** Deliveries of kind `call`: a service is called after the commit, with the delivery's id as the key of the call. */
import type { Revision } from "../../schemas/engine/serve.ts";
import type { NewDelivery } from "../store/deliveries.ts";
import type { DeliveryHandler } from "../deliveries/deliver.ts";
import { DeliveryRefused } from "../deliveries/refusal.ts";
import { CallInputError, type Services } from "./services.ts";

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
  /** What goes out once it succeeded. */
  after?: Pick<NewDelivery, "kind" | "payload">[];
}

export interface CallDeliveryDeps {
  services: Services;
  /** The brand's current one where no hash is given. */
  revision: (brand: string, hash?: string) => Promise<Revision | undefined>;
  /** Queues deliveries, those that are not there yet. */
  queue: (deliveries: NewDelivery[]) => Promise<unknown>;
}

// These say "later", not "no".
const laterStatuses = new Set([408, 425, 429]);

export const deliverCalls =
  ({ services, revision, queue }: CallDeliveryDeps): DeliveryHandler =>
  async ({ id, submission }, payload) => {
    const { brand, call, input, revision: hash, run, after = [] } = payload as CallPayload;
    const found = await revision(brand, hash);
    if (!found) throw new Error(`There is no revision ${hash ?? ""} of brand ${brand}`);
    let result;
    try {
      result = await services.call({
        revision: found,
        call,
        input,
        key: id,
        ...(run === undefined ? {} : { run }),
      });
    } catch (error) {
      if (error instanceof CallInputError) throw new DeliveryRefused(error.message, { cause: error });
      throw error;
    }
    if (result.ok) {
      // A repeat of the call, whose answer was lost, queues nothing twice.
      const next = after.map((one, index) => ({ submission, brand, dedupe: `after/${id}/${index}`, ...one }));
      return void (await queue(next));
    }
    const { status, failure } = result;
    // There is nothing of what it is about, such as an appointment that is gone: a repeat would find the same.
    if (failure === "empty") return undefined;
    const words = `${call}: ${failure ?? "failure"}, status ${status}`;
    if (failure === "status" && status >= 400 && status < 500 && !laterStatuses.has(status)) {
      throw new DeliveryRefused(words);
    }
    throw new Error(words);
  };
