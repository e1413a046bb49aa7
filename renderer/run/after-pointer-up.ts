/**
 * What a field says when it is left, and what arrives from the server, can move what stands below it. Done at once, it would
 * move the very thing that is being pressed away from under the pointer, and the press would be lost: it waits until the
 * pointer is up.
 */
let downAt: number | undefined;
const waiting = new Set<() => void>();

/** Milliseconds of a press after which what arrives does not wait for its end: it is a drag, which wants to see it. */
const maxHeldMs = 500;

/** Takes note of the presses on a page. */
export function watchPresses(page: EventTarget): void {
  const listen = (event: string, listener: () => void): void =>
    page.addEventListener(event, listener, { capture: true });
  listen("pointerdown", () => (downAt = performance.now()));
  for (const up of ["pointerup", "pointercancel"]) {
    listen(up, () => {
      downAt = undefined;
      const now = [...waiting];
      waiting.clear();
      // The click comes after the pointer is up.
      setTimeout(() => now.forEach((work) => work()));
    });
  }
}

if (typeof document !== "undefined") watchPresses(document);

/** Does it now, or right after the press that is under way. */
export function afterPointerUp(work: () => void): void {
  if (downAt === undefined) work();
  else waiting.add(work);
}

/** Comes now, or right after the press that is under way, unless that is long. */
export async function pointerUp(): Promise<void> {
  if (downAt === undefined) return;
  const left = downAt + maxHeldMs - performance.now();
  if (left <= 0) return;
  await new Promise<void>((resolve) => {
    afterPointerUp(resolve);
    setTimeout(resolve, left);
  });
}
