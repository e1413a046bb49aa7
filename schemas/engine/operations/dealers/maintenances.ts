/** Kilometres at which a car is due for maintenance. */
import { isCount } from "../common/count.ts";

const step = 10_000;
const last = 400_000;
const offered = 3;

/**
 * The three maintenances around a mileage, in order: every 10.000 km up to 400.000, or of a list of mileages those that
 * are nearest. Without a mileage, the first three. Null where the mileage is above 400.000.
 */
export function maintenancesAround(mileage: unknown, periodicity: unknown): number[] | null {
  if (!isCount(mileage ?? 0)) return null;
  const kilometres = (mileage as number | null | undefined) ?? 0;
  if (kilometres > last) return null;
  const listed = Array.isArray(periodicity) ? periodicity.filter(isCount) : [];
  if (listed.length > 0) {
    // Of two that are as near, the one that is still to come.
    const near = (one: number, other: number): number =>
      Math.abs(one - kilometres) - Math.abs(other - kilometres) || other - one;
    return [...new Set(listed)]
      .toSorted(near)
      .slice(0, offered)
      .toSorted((one, other) => one - other);
  }
  const middle = Math.min(Math.max(Math.round(kilometres / step) * step, 2 * step), last - step);
  return [middle - step, middle, middle + step];
}
