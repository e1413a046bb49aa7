/** Whether two characters of a pattern can be the same. Exact, because JavaScript itself is asked. */

/** From and to, as places in `everyCharacter`; sorted. */
type Ranges = [from: number, to: number][];

let every: string | undefined;

/** Each code point once. The halves of pairs stand at the end, so ordered that no two of them make a pair. */
function everyCharacter(): string {
  if (every !== undefined) return every;
  const chunks: string[] = [];
  const points = new Uint32Array(4096);
  const add = (from: number, to: number): void => {
    for (let start = from; start <= to; start += points.length) {
      const count = Math.min(points.length, to - start + 1);
      for (let index = 0; index < count; index++) points[index] = start + index;
      chunks.push(String.fromCodePoint(...points.subarray(0, count)));
    }
  };
  add(0, 0xd7ff);
  add(0xe000, 0x10ffff);
  add(0xdc00, 0xdfff);
  add(0xd800, 0xdbff);
  every = chunks.join("");
  return every;
}

const rangesOf = (characters: string): Ranges =>
  Array.from(everyCharacter().matchAll(new RegExp(`${characters}+`, "gu")), ({ index, 0: run }) => [
    index,
    index + run.length,
  ]);

function meet(a: Ranges, b: Ranges): boolean {
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    const [left, right] = [a[i]!, b[j]!];
    if (left[0] < right[1] && right[0] < left[1]) return true;
    if (left[1] <= right[1]) i += 1;
    else j += 1;
  }
  return false;
}

/** Makes a test of two characters as they are written in a pattern (`[a-z]`, `\d`, `x`). It remembers what it worked out. */
export function overlapTest(): (a: string, b: string) => boolean {
  const ranges = new Map<string, Ranges>();
  const known = new Map<string, boolean>();
  const of = (characters: string): Ranges => {
    const found = ranges.get(characters) ?? rangesOf(characters);
    ranges.set(characters, found);
    return found;
  };
  return (a, b) => {
    const key = a < b ? `${a}\n${b}` : `${b}\n${a}`;
    const found = known.get(key) ?? meet(of(a), of(b));
    known.set(key, found);
    return found;
  };
}
