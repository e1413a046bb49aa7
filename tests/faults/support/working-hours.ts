/** Hours of a workshop's advisers, given out one after the other. */
import assert from "node:assert/strict";
import type { Hour, PayingBrand } from "./book-and-pay.ts";

/** Who takes one car at a time, of each brand's first workshop, and who takes two. */
export const oneAtATime = [2, 3];
export const twoAtATime = [1];

const times = ((): string[] => {
  const halves = (from: number, to: number): string[] =>
    Array.from({ length: 2 * (to - from) }, (_, at) => from + at / 2).map(
      (hour) => `${String(Math.floor(hour)).padStart(2, "0")}:${hour % 1 === 0 ? "00" : "30"}`,
    );
  return [...halves(9, 13), ...halves(15, 17.5)];
})();

/** Each is given out once, or to those who race for it. */
export function hoursOn(brand: PayingBrand, days: string[], advisers: number[]): () => Hour {
  const all = days.flatMap((day) =>
    advisers.flatMap((adviser) => times.map((time) => ({ adviser: `${brand}-101-${adviser}`, day, time }))),
  );
  return () => {
    const hour = all.shift();
    if (!hour) throw new Error("no hour is left");
    return hour;
  };
}

/** From so many days after a moment to so many, without weekends. */
export function workingDays(begins: number, { from, to }: { from: number; to: number }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day += 1) {
    const date = new Date(begins + day * 86_400_000);
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

/** No hour has more cars than its adviser takes. */
export function isWithinCapacity(
  places: readonly { person: string | null; day: string | null; time: string | null }[],
): void {
  const taken = new Map<string, number>();
  for (const { person, day, time } of places) {
    const slot = `${person} ${day} ${time}`;
    taken.set(slot, (taken.get(slot) ?? 0) + 1);
    const capacity = twoAtATime.some((two) => person?.endsWith(`-101-${two}`)) ? 2 : 1;
    assert.ok(taken.get(slot)! <= capacity, `${slot} has more than it takes`);
  }
}
