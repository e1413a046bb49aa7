/** Parts that the tests of deliveries share. */
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { MailPayload } from "../../server/mail/transport.ts";
import { startDeliveries, type Deliver } from "../../server/deliveries/worker.ts";
import { enqueueDelivery, type NewDelivery } from "../../server/store/deliveries.ts";
import type { Store } from "../../server/store/store.ts";
import { until } from "../support/until.ts";
import { allDeliveries, keptLog } from "./parts.ts";

export const mailPayload: MailPayload = {
  to: "ana@correo.example",
  from: { name: "Marca", address: "no-responder@marca.example" },
  draft: { brand: { name: "Marca", colour: "#0b5cab" }, subject: "Hola", body: "Hola" },
};

/** Queues a mail, unless told otherwise. */
export const queue = (store: Store, now: Date, more: Partial<NewDelivery> = {}) =>
  store.transaction((db) =>
    enqueueDelivery(
      db,
      { submission: null, brand: "SI", kind: "mail", dedupe: randomUUID(), payload: mailPayload, ...more },
      now,
    ),
  );

/** A worker without jitter, ended with the test. */
export function startWorker(store: Store, now: () => Date, deliver: Deliver, owner = "one") {
  const log = keptLog();
  const worker = startDeliveries({ store, deliver, log, owner, clock: now, random: () => 0.5 });
  onTestFinished(() => worker.stop());
  return { ...worker, log };
}

/** Waits until every delivery is in this state. */
export const settled = (store: Store, state: string) =>
  until(
    async () => (await allDeliveries(store.db)).every((delivery) => delivery.state === state),
    () => `not all are ${state}`,
  );
