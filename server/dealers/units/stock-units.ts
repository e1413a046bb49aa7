/** The units of a car for sale that can be told apart: one used car, each colour of a new one, those of a special sale. */
import { createHash } from "node:crypto";
import { slugOf } from "../catalogue/car-for-sale.ts";
import type { StockCar } from "../reference/types.ts";

/** Units of a car of which any is as good as another. */
export interface UnitGroup {
  /** `unit`, `venta-especial`, or a colour as in addresses. */
  id: string;
  /** As the source names it. */
  colour: string;
  count: number;
}

/** The group of a special sale. */
export const special = "venta-especial";

/** How many of each colour there are: as the stock says, or spread over the colours, the first ones with one more. */
function byColour({ units, unitsByColour, colours }: StockCar): [colour: string, count: number][] {
  if (unitsByColour) return Object.entries(unitsByColour);
  const each = Math.floor(units / Math.max(1, colours.length));
  const more = units - each * colours.length;
  return colours.map((colour, at) => [colour, each + (at < more ? 1 : 0)]);
}

/** The groups of a car that can be reserved. Those of the special sale are others than the rest. */
export function unitGroups(car: StockCar): UnitGroup[] {
  const [first = ""] = car.colours;
  const dps = car.dps ? [{ id: special, colour: first, count: car.dps.units }] : [];
  if (car.type === "used") return [{ id: "unit", colour: first, count: Math.min(1, car.units) }, ...dps];
  return [...byColour(car).map(([colour, count]) => ({ id: slugOf(colour), colour, count })), ...dps];
}

const chassisSigns = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";

/** The chassis number of a unit, 17 signs; of a new car there is one for each group. */
export function chassisOf(car: StockCar, group: UnitGroup): string {
  if (car.chassis !== undefined) return car.chassis;
  const bytes = createHash("sha256").update(`${car.version}/${car.id}/${group.id}`).digest();
  return [...bytes.subarray(0, 17)].map((byte) => chassisSigns[byte % chassisSigns.length]).join("");
}

/**
 * The car with so many units of a group more, or fewer; null where none is left.
 * @param count may be negative
 */
export function withUnits(car: StockCar, group: UnitGroup, count: number): StockCar | null {
  if (group.id === special) {
    // One without units stays: it may come back.
    return car.dps ? { ...car, dps: { ...car.dps, units: Math.max(0, car.dps.units + count) } } : car;
  }
  const units = Math.max(0, car.units + count);
  // There is one of a used car, or none.
  if (car.type === "used") return count < 0 ? null : { ...car, units: 1 };
  const unitsByColour = Object.fromEntries(
    byColour(car).map(([colour, own]) => [colour, colour === group.colour ? Math.max(0, own + count) : own]),
  );
  return { ...car, units, unitsByColour };
}
