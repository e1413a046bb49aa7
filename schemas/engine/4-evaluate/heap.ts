/** A binary heap of numbers, the smallest first. */
export function push(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above]! <= value) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = value;
}

/** Takes the smallest one. The heap must not be empty. */
export function pop(heap: number[]): number {
  const first = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1]! < heap[below]!) below += 1;
    if (heap[below]! >= last) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
  return first;
}
