/** Holds as they stand in a store once what they hold was paid for. */
import { randomUUID } from "node:crypto";
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
    created_at: now,
    until_at: now,
    settled_at: null,
  });
