/** Numbers that a seed decides: the same on every machine. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** Whether what happens this often happens now. */
  chance(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** One of them, the ones with more weight more often. */
  weighted<Value>(values: readonly (readonly [Value, number])[]): Value;
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (values) => values[whole(0, values.length - 1)]!,
    weighted: (values) => {
      let left = next() * values.reduce((sum, [, weight]) => sum + weight, 0);
      return (values.find(([, weight]) => (left -= weight) < 0) ?? values.at(-1)!)[0];
    },
  };
}
