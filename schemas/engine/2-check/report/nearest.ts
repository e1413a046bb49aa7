/** Damerau-Levenshtein distance (neighbouring letters may change places), in edits. */
export function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const cell = (i: number, j: number): number => rows[i]![j]!;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, cell(i - 2, j - 2) + 1);
      rows[i]![j] = best;
    }
  }
  return cell(a.length, b.length);
}

/** The known name that was probably meant, or undefined when none is near: a third of its letters may differ. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** What other form libraries call what is here called otherwise. */
const called: Record<string, readonly string[]> = {
  condition: ["when", "visibleWhen"],
  description: ["hint", "body", "text"],
  enum: ["options"],
  help: ["hint"],
  name: ["label", "title"],
  readonly: ["enabledWhen"],
  show: ["visibleWhen"],
  title: ["label"],
  type: ["kind"],
};

/** The key that was probably meant: one spelt alike, one that begins so, or what it is called here. */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  const longer = known.filter((one) => key.length > 3 && one.startsWith(key));
  const other = (Object.hasOwn(called, key) ? called[key]! : []).find((one) => known.includes(one));
  return longer.length === 1 ? longer[0] : (other ?? nearest(key, known));
}
