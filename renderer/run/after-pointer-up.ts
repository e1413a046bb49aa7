/**
 * What a field says when it is left can move what stands below it. Done at once, it would move the very thing that is
 * being pressed away from under the pointer, and the press would be lost: it waits until the pointer is up.
 */
let isDown = false;

if (typeof document !== "undefined") {
  const set = (down: boolean) => (): void => {
    isDown = down;
  };
  document.addEventListener("pointerdown", set(true), { capture: true });
  for (const up of ["pointerup", "pointercancel"]) {
    document.addEventListener(up, set(false), { capture: true });
  }
}

/** Does it now, or right after the press that is under way. */
export function afterPointerUp(work: () => void): void {
  if (!isDown) return work();
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
