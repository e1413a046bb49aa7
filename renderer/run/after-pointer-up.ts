/**
 * What a field says when it is left, and what arrives from the server, can move what stands below it. Done at once, it would
 * move the very thing that is being pressed away from under the pointer, and the press would be lost: it waits until the
 * pointer is up.
 */
let downAt: number | undefined;

/** Milliseconds of a press after which what arrives does not wait for its end: it is a drag, which wants to see it. */
const maxHeldMs = 500;

if (typeof document !== "undefined") {
  const set = (at: () => number | undefined) => (): void => {
    downAt = at();
  };
  document.addEventListener(
    "pointerdown",
    set(() => performance.now()),
    { capture: true },
  );
  for (const up of ["pointerup", "pointercancel"]) {
    document.addEventListener(
      up,
      set(() => undefined),
      { capture: true },
    );
  }
}

/** Does it now, or right after the press that is under way. */
export function afterPointerUp(work: () => void): void {
  if (downAt === undefined) return work();
  const ended = new AbortController();
  const finish = (): void => {
    ended.abort();
    // The click comes after the pointer is up.
    setTimeout(work);
  };
  for (const up of ["pointerup", "pointercancel"]) {
    document.addEventListener(up, finish, { signal: ended.signal });
  }
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
