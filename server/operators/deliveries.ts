/** What goes out of the house, what did not, and how it is sent again. */
import { findDelivery, requeueDelivery, type Requeued } from "../store/deliveries-operated.ts";
import type { Queries } from "../store/store.ts";

export {
  deliveryStates,
  listDeliveries,
  requeueDead,
  type DeliveryState,
  type Requeued,
} from "../store/deliveries-operated.ts";

/** One whole, with its failures and what it carries; undefined where there is none. */
export async function readDelivery(db: Queries, id: string) {
  const found = await findDelivery(db, id);
  return found && { ...found, payload: JSON.parse(found.delivery.payload) as unknown };
}

/** Tries them again now, and tells what became of each. */
export async function requeueDeliveries(
  db: Queries,
  ids: string[],
  now: Date,
): Promise<{ id: string; outcome: Requeued }[]> {
  const done: { id: string; outcome: Requeued }[] = [];
  for (const id of ids) done.push({ id, outcome: await requeueDelivery(db, id, now) });
  return done;
}
