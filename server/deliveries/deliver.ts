/** Carries deliveries out, by kind. */
import type { LeasedDelivery } from "../store/deliveries.ts";
import type { Deliver } from "./worker.ts";

/** Carries out a delivery of one kind; `payload` is what was queued. Throws as `Deliver` does. */
export type DeliveryHandler = (delivery: LeasedDelivery, payload: unknown) => Promise<void>;

/** One for each kind. Each lives with what it needs; `app.ts` puts them together. */
export type DeliveryHandlers = Record<LeasedDelivery["kind"], DeliveryHandler>;

export const createDeliver =
  (handlers: DeliveryHandlers): Deliver =>
  (delivery) =>
    handlers[delivery.kind](delivery, JSON.parse(delivery.payload));
