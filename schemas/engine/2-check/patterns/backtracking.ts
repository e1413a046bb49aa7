import { overlapTest } from "./characters.ts";
import { isAnchored, type Pattern } from "./syntax.ts";

/**
 * How many ways of matching JavaScript may have to try, at each character of a text.
 *
 * Its engine backtracks: where a text can be read in two ways, it tries both. Here a pattern becomes positions (one for
 * each character it reads) and which position can follow which. If no text leads to one position in two ways, then at
 * each character there is at most one try for each position, and the whole takes time that grows with the text alone.
 * Repetitions like `{2,5}` are written out for this, so that nothing is called harmless because it is not endless.
 */

/** Written out, a pattern has at most this many positions. */
const maxPositions = 1000;

/** Tries at one character. 20,000 characters times this stays under 50 ms: `docs/decisions/2026-11-21-patterns.md`. */
export const maxTries = 200;

/** In how many ways; more than two are two. */
type Ways = number;
type Places = Map<number, Ways>;

/** A part of a pattern: how it can be empty, where it can begin and where it can end. */
interface Part {
  empty: Ways;
  first: Places;
  last: Places;
}

interface Graph {
  /** The characters of each position, as they are written. */
  characters: string[];
  follow: Places[];
  whole: Part;
  /** Some part can be empty in two ways: it is tried twice without a character being read. */
  emptyTwice: boolean;
}

const add = (places: Places, place: number, ways: Ways): void => {
  if (ways > 0) places.set(place, Math.min(2, (places.get(place) ?? 0) + ways));
};

const union = (a: Places, b: Places, times: Ways = 1): Places => {
  const all = new Map(a);
  for (const [place, ways] of b) add(all, place, ways * times);
  return all;
};

const nothing = (): Part => ({ empty: 1, first: new Map(), last: new Map() });

function sizeOf(pattern: Pattern): number {
  if ("characters" in pattern) return 1;
  if ("assertion" in pattern) return 0;
  if ("repeat" in pattern) {
    const { repeat, least, most } = pattern;
    return sizeOf(repeat) * (most === Infinity ? least + 1 : most);
  }
  return ("choice" in pattern ? pattern.choice : pattern.sequence).reduce((sum, one) => sum + sizeOf(one), 0);
}

function graphOf(pattern: Pattern): Graph {
  const characters: string[] = [];
  const follow: Places[] = [];
  let emptyTwice = false;

  const link = (from: Places, to: Places): void => {
    for (const [place, ways] of from) {
      for (const [next, more] of to) add(follow[place]!, next, ways * more);
    }
  };
  const joined = (a: Part, b: Part): Part => {
    link(a.last, b.first);
    return {
      empty: Math.min(2, a.empty * b.empty),
      first: union(a.first, b.first, a.empty),
      last: union(b.last, a.last, b.empty),
    };
  };
  const build = (part: Pattern): Part => {
    const made = buildPart(part);
    emptyTwice ||= made.empty > 1;
    return made;
  };
  const buildPart = (part: Pattern): Part => {
    if ("assertion" in part) return nothing();
    if ("characters" in part) {
      const place = characters.push(part.characters) - 1;
      follow.push(new Map());
      return { empty: 0, first: new Map([[place, 1]]), last: new Map([[place, 1]]) };
    }
    if ("sequence" in part) return part.sequence.map(build).reduce(joined, nothing());
    if ("choice" in part) {
      return part.choice.map(build).reduce((a, b) => ({
        empty: Math.min(2, a.empty + b.empty),
        first: union(a.first, b.first),
        last: union(a.last, b.last),
      }));
    }
    return repeated(part.repeat, part.least, part.most);
  };
  // JavaScript gives up a repetition that is not asked for and reads nothing, so there it is never empty.
  const repeated = (part: Pattern, least: number, most: number): Part => {
    let rest = nothing();
    if (most === Infinity) {
      const loop = build(part);
      link(loop.last, loop.first);
      const once = least > 0 && loop.empty === 0;
      rest = { ...loop, empty: once ? 0 : 1 };
      least -= once ? 1 : 0;
    } else {
      for (let copy = least; copy < most; copy++) {
        rest = { ...joined({ ...build(part), empty: 0 }, rest), empty: 1 };
      }
    }
    for (let copy = 0; copy < least; copy++) rest = joined(build(part), rest);
    return rest;
  };

  const whole = build(pattern);
  return { characters, follow, whole, emptyTwice };
}

/**
 * A pattern that takes the same texts, without what a test never waits for: once the last part may end, the text is taken,
 * and how often its last characters are repeated makes no difference (`[0-9]+` asks for what `[0-9]` asks for).
 */
function withoutOpenEnd(pattern: Pattern): Pattern {
  if ("choice" in pattern) return { choice: pattern.choice.map(withoutOpenEnd) };
  if ("sequence" in pattern) {
    const last = pattern.sequence.at(-1);
    return last ? { sequence: [...pattern.sequence.slice(0, -1), withoutOpenEnd(last)] } : pattern;
  }
  if (!("repeat" in pattern) || !("characters" in pattern.repeat)) return pattern;
  return { ...pattern, most: pattern.least };
}

const start = -1;

/** The most tries at one character of any text, or Infinity where they can grow with the text. */
export function triesOf(whole: Pattern): number {
  return triesOfClosed(withoutOpenEnd(whole));
}

function triesOfClosed(pattern: Pattern): number {
  if (sizeOf(pattern) > maxPositions) return Infinity;
  const { characters, follow, whole, emptyTwice } = graphOf(pattern);
  const twice = (places: Places): boolean => [...places.values()].some((ways) => ways > 1);
  if (emptyTwice || [whole.first, whole.last, ...follow].some(twice)) return Infinity;

  const overlap = overlapTest();
  const first = [...whole.first.keys()];
  // Where a match may begin anywhere, a new one is tried at each character.
  const fromStart = isAnchored(pattern) ? first : [start, ...first];
  const next = follow.map((places) => [...places.keys()]);
  const after = (place: number): number[] => (place === start ? fromStart : next[place]!);
  const meet = (a: number, b: number): boolean =>
    a === start || b === start || overlap(characters[a]!, characters[b]!);

  // Pairs of places that one text leads to.
  const beside = new Map<number, Set<number>>();
  const open: [number, number][] = [];
  const reach = (a: number, b: number): void => {
    const seen = beside.get(a) ?? new Set();
    if (seen.has(b)) return;
    beside.set(a, seen.add(b));
    beside.set(b, (beside.get(b) ?? new Set()).add(a));
    open.push([a, b]);
  };
  for (const place of [start, ...next.keys()]) {
    const places = after(place);
    for (const [index, a] of places.entries()) {
      for (const b of places.slice(index + 1)) if (meet(a, b)) reach(a, b);
    }
  }
  for (let pair = open.pop(); pair; pair = open.pop()) {
    for (const a of after(pair[0])) {
      for (const b of after(pair[1])) {
        if (!meet(a, b)) continue;
        if (a === b) return Infinity;
        reach(a, b);
      }
    }
    if (beside.get(pair[0])!.size > maxTries) return Infinity;
  }
  const tries = (place: number): number => Math.max(1, after(place).length);
  const together = [start, ...next.keys()].map((place) =>
    [...(beside.get(place) ?? [])].reduce((sum, other) => sum + tries(other), tries(place)),
  );
  return Math.max(...together);
}
