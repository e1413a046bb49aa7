/** What was paid for, as it stands in a store: it is held, and can be cancelled by its link. */
import { randomUUID } from "node:crypto";
import { tokenHashOf } from "../../server/dealers/units/cancellation.ts";
import type { CancellationDetails } from "../../server/payments/cancelling.ts";
import { addCancellation } from "../../server/store/cancellations.ts";
import { addHold, type Hold } from "../../server/store/holds.ts";
import type { Store } from "../../server/store/store.ts";

export const keepHold = (
  { db }: Pick<Store, "db">,
  of: Pick<Hold, "resource" | "order_number">,
  now: string,
): Promise<void> =>
  addHold(db, {
    ...of,
    id: randomUUID(),
    service: "units",
    token_hash: randomUUID(),
    state: "held",
    extended: 0,
    from_hash: null,
    created_at: now,
    until_at: now,
    settled_at: null,
  });

/** A way to cancel what was paid for with an order, as long as its last day is not over. */
export const keepCancellation = (
  { db }: Pick<Store, "db">,
  of: { brand: string; order_number: string; until_day: string },
  details: CancellationDetails,
  now: string,
): Promise<unknown> =>
  addCancellation(db, {
    ...of,
    id: randomUUID(),
    call_key: randomUUID(),
    token_hash: tokenHashOf(details.token),
    details: JSON.stringify(details),
    state: "open",
    reason: null,
    created_at: now,
    changed_at: now,
  });
