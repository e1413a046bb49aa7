/** What operators do with the stock: another price, sold, or cars of a file. All servers find it within a second. */
import type { Store } from "../../store/store.ts";
import type { Reference, StockCar } from "../reference/types.ts";
import { addStockChanges, followStock, type StockChange } from "./stock-changes.ts";

/** Why a change cannot be made, in Spanish. */
export class StockError extends Error {}

/** The cars as they are now, by id, with their company. */
export async function presentStock(
  store: Store,
  reference: Reference,
): Promise<Map<number, { company: number; car: StockCar }>> {
  const cars = new Map<number, { company: number; car: StockCar }>();
  for (const [company, all] of reference.stock) for (const car of all) cars.set(car.id, { company, car });
  const { follow } = followStock(store, ({ company, id, car }) => {
    if (car) cars.set(id, { company, car });
    else cars.delete(id);
  });
  await follow();
  return cars;
}

async function carNow(store: Store, reference: Reference, id: number) {
  const found = (await presentStock(store, reference)).get(id);
  if (!found) throw new StockError(`El auto ${id} no está en venta.`);
  return found;
}

/** Another list price, in the main currency; in others it changes as much. The old one is the price before. */
export async function changePrice(
  store: Store,
  reference: Reference,
  id: number,
  listPrice: number,
  now: Date,
): Promise<StockChange> {
  const { company, car } = await carNow(store, reference, id);
  const main = car.prices[0]!;
  if (main.listPrice === 0) throw new StockError(`El auto ${id} no tiene un precio del que partir.`);
  const factor = listPrice / main.listPrice;
  const prices = car.prices.map((price) => {
    const next = price === main ? listPrice : Math.round(price.listPrice * factor);
    const { priceOld: _, ...rest } = price;
    return { ...rest, listPrice: next, ...(next < price.listPrice ? { priceOld: price.listPrice } : {}) };
  });
  // What was said of a discount was said of the other price.
  const { discountUsedCar: _discount, ...rest } = car;
  const change = { company, id, car: { ...rest, prices } };
  await addStockChanges(store, [change], now);
  return change;
}

/** Takes a car out of the catalogue. */
export async function markSold(
  store: Store,
  reference: Reference,
  id: number,
  now: Date,
): Promise<StockChange> {
  const { company } = await carNow(store, reference, id);
  const change = { company, id, car: null };
  await addStockChanges(store, [change], now);
  return change;
}

/** Ids of the cars that have a price of 0: nothing of it is shown. */
export async function withoutPrice(store: Store, reference: Reference): Promise<number[]> {
  const cars = [...(await presentStock(store, reference)).values()];
  return cars
    .filter(({ car }) => car.prices.some(({ listPrice }) => listPrice === 0))
    .map(({ car }) => car.id);
}
