/** Units that come back: what was paid for them was given back. */
import { changeHold, lockHold, type Hold } from "../../store/holds.ts";
import type { Queries, Store } from "../../store/store.ts";
import { StockError } from "../catalogue/change-stock.ts";
import {
  allStockChanges,
  lockStock,
  writeStockChanges,
  type StockChange,
} from "../catalogue/stock-changes.ts";
import type { Reference } from "../reference/types.ts";
import { unitGroups, withUnits } from "./stock-units.ts";
import { wishOf } from "./units.ts";

/**
 * Puts back what was taken or held for an order, in a transaction that has the stock's lock. Undefined where the stock has
 * nothing to change: it was only held, or the car is there no more.
 */
export async function returnUnit(
  db: Queries,
  reference: Reference,
  hold: Hold,
  now: Date,
): Promise<StockChange | undefined> {
  await changeHold(db, hold.id, { state: "released", settled_at: now.toISOString() });
  if (hold.state !== "taken") return undefined;
  const { company, car: id, group } = wishOf(hold);
  const changes = (await allStockChanges(db)).filter(
    (change) => change.company === company && change.id === id,
  );
  // One that was sold comes back as it was last.
  const last = changes.findLast(({ car }) => car !== null)?.car;
  const car = last ?? reference.stock.get(company)?.find((one) => one.id === id);
  const known = car && unitGroups(car).find((one) => one.id === group);
  if (!car || !known) return undefined;
  const change = { company, id, car: withUnits(car, known, 1) };
  await writeStockChanges(db, [change], now);
  return change;
}

/** Puts back into the catalogue what was taken for the order of a payment that was given back. */
export async function giveUnitBack(
  store: Store,
  reference: Reference,
  order: string,
  now: Date,
): Promise<StockChange> {
  return await store.transaction(async (db) => {
    await lockStock(db);
    const hold = await lockHold(db, "order_number", order);
    if (hold?.state !== "taken") throw new StockError(`No hay una unidad tomada por la orden ${order}.`);
    const change = await returnUnit(db, reference, hold, now);
    if (!change) throw new StockError(`El auto ${wishOf(hold).car} ya no está en el stock.`);
    return change;
  });
}
