/** Shows the place of a page that an address names after its `#`, if it has one there: opened, and within view. */
export function reveal(hash: string): void {
  let place: HTMLElement | null;
  try {
    place = document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // No address that we write: it names nothing.
    return;
  }
  if (!place) return;
  for (let one: Element | null = place; one; one = one.parentElement) {
    if (one instanceof HTMLDetailsElement) one.open = true;
  }
  place.scrollIntoView();
}
