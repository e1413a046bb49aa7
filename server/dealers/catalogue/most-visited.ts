/** Which cars people look at most: each visitor counts once a day. All servers that share the store agree. */
import { dayIn, type Clock } from "../../clock.ts";
import { createAnswerCache } from "../../services/answer-cache.ts";
import { openingDays, openingsSince, takeOpening } from "../../store/openings.ts";
import type { Store } from "../../store/store.ts";
import type { CarForSale } from "./car-for-sale.ts";
import type { Catalogue } from "./catalogue.ts";

const service = "catalog";
/** Seconds for which what was counted is as good as new: counting goes through a month. */
const countedSeconds = 30;

/** Cars that are told of at most. */
export const maxMostVisited = 24;

export type CarType = "nuevo" | "usado";

export interface MostVisited {
  /** Counts that a visitor looks at a car; says whether that was not counted on this day already. */
  opened(company: number, car: number, visitor: string, timeZone: string): Promise<boolean>;
  /** The cars of a catalogue that most people looked at in the last days, then those that came last. */
  of(company: number, catalogue: Catalogue, type: CarType | undefined): Promise<CarForSale[]>;
}

export function createMostVisited({ store, clock }: { store: Store; clock: Clock }): MostVisited {
  const known = createAnswerCache<CarForSale[]>(() => true, { now: () => clock().getTime() });
  return {
    opened: (company, car, visitor, timeZone) => {
      const day = dayIn(timeZone, clock());
      return takeOpening(store.db, { service, brand: String(company), subject: String(car), day, visitor });
    },
    of: async (company, { cars }, type) => {
      const since = new Date(clock().getTime() - openingDays * 86_400_000).toISOString().slice(0, 10);
      const found = await known.get(`${company} ${type}`, countedSeconds, async () => {
        const counts = await openingsSince(store.db, { service, brand: String(company), day: since });
        return firstOf(cars.values(), counts, type);
      });
      // One may have been sold since.
      return found.flatMap(({ car }) => cars.get(car.id) ?? []);
    },
  };
}

/** Versions and colours of a new model are one place in the row. */
const placeOf = ({ isNew, brand, model, car }: CarForSale): string =>
  isNew ? `${brand.slug}/${model.slug}` : String(car.id);

/** Goes through all of them once: there may be a hundred thousand. */
function firstOf(
  cars: Iterable<CarForSale>,
  counts: ReadonlyMap<string, number>,
  type: CarType | undefined,
): CarForSale[] {
  const countOf = ({ car }: CarForSale): number => counts.get(String(car.id)) ?? 0;
  const compare = (a: CarForSale, b: CarForSale): number =>
    countOf(b) - countOf(a) || b.car.added.localeCompare(a.car.added) || a.car.id - b.car.id;
  let first: CarForSale[] = [];
  for (const one of cars) {
    if (type !== undefined && one.isNew !== (type === "nuevo")) continue;
    const last = first.at(-1);
    if (first.length === maxMostVisited && compare(one, last!) >= 0) continue;
    const same = first.find((other) => placeOf(other) === placeOf(one));
    if (same && compare(one, same) >= 0) continue;
    first = [...first.filter((other) => other !== same), one].toSorted(compare).slice(0, maxMostVisited);
  }
  return first;
}
