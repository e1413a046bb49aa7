/** Milliseconds of each measurement. */
const span = 120;

/** How often a piece of work runs in a second, by repeating it for a while. */
function rate(work: () => void): number {
  const first = performance.now();
  work();
  // The clock is not asked after each run of what is quick.
  const batch = performance.now() - first < 1 ? 20 : 1;
  const began = performance.now();
  let times = 0;
  do {
    for (let index = 0; index < batch; index++) work();
    times += batch;
  } while (performance.now() - began < span);
  return (times / (performance.now() - began)) * 1000;
}

/** The one in the middle; of an even number, the higher of the two. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What a quarter of them do not exceed: what it takes when nothing else is in the way. */
export const lowerQuartile = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 4)]!;

/**
 * Times a second, by name. Measures all in turn, round by round, so that a change of the machine's speed meets them
 * alike.
 */
export function measure<Name extends string>(
  works: Record<Name, () => void>,
  rounds = 9,
): Record<Name, number> {
  const names = Object.keys(works) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = rate(works[name]);
      // The first round is for warming up.
      if (round > 0) found[name].push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(found[name])])) as Record<Name, number>;
}
