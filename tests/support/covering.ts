/** Few of many cases that are alike, with everything in them in which one can differ from another. */

/** The setting under which every case is taken; `npm run faults -- cases` sets it. */
export const everyCase = "EVERY_CASE";

/**
 * Of these cases as few as have everything between them that `has` names of each, in their order; all of them where every
 * case is asked for.
 */
export function covering<T>(cases: readonly T[], has: (one: T) => readonly string[]): T[] {
  if (process.env[everyCase] !== undefined) return [...cases];
  const left = new Set(cases.flatMap(has));
  const chosen = new Set<T>();
  const gain = (one: T): number => new Set(has(one).filter((thing) => left.has(thing))).size;
  while (left.size > 0) {
    const best = cases.reduce((most, one) => (gain(one) > gain(most) ? one : most));
    chosen.add(best);
    for (const thing of has(best)) left.delete(thing);
  }
  return cases.filter((one) => chosen.has(one));
}

/** Of cases that differ in nothing that their test is about the first one; all of them where every case is asked for. */
export const anyOf = <T>(cases: readonly T[]): T[] => covering(cases, () => [""]);

/** None of these cases, whose parts others show; all of them where every case is asked for. */
export const shownElsewhere = <T>(cases: readonly T[]): T[] => covering(cases, () => []);
