/**
 * Units that are held while somebody pays for them, and then taken. The store decides: whoever holds, takes or gives back
 * has the stock's lock, and sees all that others have done.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { newToken } from "../../random.ts";
import { addHold, changeHold, countHolds, lockHold, type Hold } from "../../store/holds.ts";
import { heldUntil, minutesAfter } from "../../store/held-for-payment.ts";
import { findPaymentBy } from "../../store/payments.ts";
import type { Queries, Store } from "../../store/store.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { carForSale, type CarForSale } from "../catalogue/car-for-sale.ts";
import type { StockCar } from "../reference/types.ts";
import { lockStock, writeStockChanges, type StockFollower } from "../catalogue/stock-changes.ts";
import { unitGroups, withUnits, type UnitGroup } from "./stock-units.ts";
import { createUnpaidLimits } from "./unpaid-limits.ts";

const service = "units";

/**
 * Why a unit cannot be had: nobody has it any more, somebody else holds it, the hold is not, or no longer, there, or who asks
 * has held too many, or this one for too long, without paying.
 */
export type UnitRefusal = "sold" | "held" | "over" | "extended" | "many";

export type HoldResult = { hold: HeldUnit } | { refused: UnitRefusal };

export interface HeldUnit {
  token: string;
  /** ISO 8601. */
  until: string;
  canExtend: boolean;
}

/** Which units: of a company's car, of a group. */
export interface UnitWish {
  company: number;
  car: number;
  group: string;
}

/** The longest that a unit is held without being paid for, in minutes; and how much longer once more. */
const holdMinutes = 15;
const extensionMinutes = 15;

/** A group of a car with what of it can be had now. */
export interface FreeUnits {
  group: UnitGroup;
  free: number;
}

export interface Units {
  /** Undefined where the car is not for sale. What the token holds counts as free: it is so for who asks. */
  free: (
    catalogue: Catalogue,
    company: number,
    car: number,
    token?: string,
  ) => Promise<{ one: CarForSale; free: FreeUnits[] } | undefined>;
  /**
   * Takes a hold, or makes one again whose time may be over. With an order it lasts at least as long as that payment may take.
   * Whoever asks again with the same token has the hold whose answer was lost, and is not kept out by it: a token that
   * nobody holds anything by yet is that of the new one. `from` is the Internet address of who asks, where it is known.
   */
  hold: (
    catalogue: Catalogue,
    wish: UnitWish,
    known: { token?: string; order?: string; from?: string },
  ) => Promise<HoldResult>;
  /** Once for each hold. */
  extend: (token: string) => Promise<HoldResult>;
  find: (token: string) => Promise<HeldUnit | undefined>;
  release: (token: string) => Promise<void>;
  /** Takes what is held for an order, where it is what is meant, in the caller's transaction; again, it says so. */
  take: (
    db: Queries,
    catalogue: Catalogue,
    order: string,
    isMeant: (car: StockCar, group: UnitGroup) => boolean,
  ) => Promise<"taken" | "already" | "over">;
}

interface UnitsDeps {
  store: Store;
  clock: Clock;
  catalogues: Pick<StockFollower, "unread">;
  /** What the limits of a network are multiplied by. */
  limitFactor?: number;
}

const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

const resourceOf = ({ company, car, group }: UnitWish): string => `${company}/${car}/${group}`;

/** What a hold is of. */
export function wishOf({ resource }: Hold): UnitWish {
  const [company, car, ...group] = resource.split("/");
  return { company: Number(company), car: Number(car), group: group.join("/") };
}

export function createUnits({ store, clock, catalogues, limitFactor = 1 }: UnitsDeps): Units {
  const unpaidLimits = createUnpaidLimits(store.seals, service, limitFactor);
  /** The car as it is in this transaction; undefined where it is not for sale. */
  const carNow = async (
    db: Queries,
    catalogue: Catalogue,
    { company, car }: UnitWish,
  ): Promise<CarForSale | undefined> => {
    const changes = (await catalogues.unread(db)).filter((change) => change.company === company);
    const last = changes.findLast(({ id }) => id === car);
    if (!last) return catalogue.cars.get(car);
    return last.car ? carForSale(catalogue.parts, last.car) : undefined;
  };

  const groupNow = (one: CarForSale | undefined, { group }: UnitWish): UnitGroup | undefined =>
    one && unitGroups(one.car).find(({ id }) => id === group);

  const heldBy = ({ until_at, extended }: Hold, token: string): HeldUnit => ({
    token,
    until: until_at,
    canExtend: extended === 0,
  });

  const hold: Units["hold"] = async (catalogue, wish, { token = newToken(), order, from: address }) =>
    await store.transaction(async (db) => {
      await lockStock(db);
      const now = clock();
      const resource = resourceOf(wish);
      const old = await lockHold(db, "token_hash", tokenHash(token));
      const own = old?.resource === resource && old.state !== "taken" ? old : undefined;
      const group = groupNow(await carNow(db, catalogue, wish), wish);
      if (!group || group.count === 0) return { refused: "sold" };
      const others = await countHolds(db, { service, resources: [resource], but: own?.id ?? "" }, now);
      if ((others.get(resource) ?? 0) >= group.count) return { refused: "held" };
      const isHeld = own?.state === "held" && own.until_at > now.toISOString();
      const unpaid = await unpaidLimits.judge(db, { own, old, resource, address, isHeld }, now);
      // What is held already is told again; only for longer it is not held.
      if (unpaid.isOver && (!isHeld || order !== undefined)) return { refused: "many" };
      // Who comes back to what they hold keeps its time; only paying makes it longer.
      const kept = isHeld ? own.until_at : minutesAfter(now.getTime(), holdMinutes);
      const paying =
        order === undefined ? kept : heldUntil(await findPaymentBy(db, "order_number", order), now);
      const made: Hold = {
        id: own?.id ?? randomUUID(),
        service,
        resource,
        token_hash: tokenHash(token),
        order_number: order ?? own?.order_number ?? null,
        state: "held",
        extended: isHeld ? own.extended : 0,
        from_hash: unpaid.from,
        created_at: unpaid.since,
        until_at: paying > kept ? paying : kept,
        settled_at: null,
      };
      if (own) {
        const { id: _, ...change } = made;
        await changeHold(db, own.id, change);
        return { hold: heldBy(made, token) };
      }
      // The token goes over to this one. What was held of another car or colour is for others now.
      if (old) {
        const gone =
          old.state === "held" ? ({ state: "released", settled_at: now.toISOString() } as const) : {};
        await changeHold(db, old.id, { ...gone, token_hash: tokenHash(newToken()) });
      }
      await addHold(db, made);
      return { hold: heldBy(made, token) };
    });

  return {
    hold,
    free: async (catalogue, company, id, token) => {
      const own = token === undefined ? undefined : await lockHold(store.db, "token_hash", tokenHash(token));
      const one = await carNow(store.db, catalogue, { company, car: id, group: "" });
      if (!one) return undefined;
      const groups = unitGroups(one.car);
      const resources = groups.map((group) => resourceOf({ company, car: id, group: group.id }));
      const held = await countHolds(store.db, { service, resources, but: own?.id ?? "" }, clock());
      const free = groups.map((group, at) => ({
        group,
        free: Math.max(0, group.count - (held.get(resources[at]!) ?? 0)),
      }));
      return { one, free };
    },
    extend: async (token) =>
      await store.transaction(async (db) => {
        await lockStock(db);
        const now = clock();
        const found = await lockHold(db, "token_hash", tokenHash(token));
        if (found?.state !== "held" || found.until_at <= now.toISOString()) return { refused: "over" };
        if (found.extended > 0) return { refused: "extended" };
        const until_at = minutesAfter(Date.parse(found.until_at), extensionMinutes);
        await changeHold(db, found.id, { until_at, extended: 1 });
        return { hold: heldBy({ ...found, until_at, extended: 1 }, token) };
      }),
    find: async (token) => {
      const found = await lockHold(store.db, "token_hash", tokenHash(token));
      const isHeld = found?.state === "held" && found.until_at > clock().toISOString();
      return isHeld ? heldBy(found, token) : undefined;
    },
    release: async (token) =>
      await store.transaction(async (db) => {
        const found = await lockHold(db, "token_hash", tokenHash(token));
        if (found?.state !== "held") return;
        await changeHold(db, found.id, { state: "released", settled_at: clock().toISOString() });
      }),
    take: async (db, catalogue, order, isMeant) => {
      await lockStock(db);
      const now = clock();
      const found = await lockHold(db, "order_number", order);
      if (found?.state === "taken") return "already";
      if (!found) return "over";
      const wish = wishOf(found);
      const one = await carNow(db, catalogue, wish);
      const group = groupNow(one, wish);
      if (!one || !group || group.count === 0 || !isMeant(one.car, group)) return "over";
      // Where its time is over it is taken all the same, if nobody else has it by now.
      const others = await countHolds(db, { service, resources: [found.resource], but: found.id }, now);
      if ((others.get(found.resource) ?? 0) >= group.count) return "over";
      await changeHold(db, found.id, { state: "taken", settled_at: now.toISOString() });
      const car = withUnits(one.car, group, -1);
      await writeStockChanges(db, [{ company: wish.company, id: wish.car, car }], now);
      return "taken";
    },
  };
}
