/** The name that stands after the `#` of an address. One that no address of ours has names nothing. */
export function placeNamed(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** Shows the place of a page that an address names after its `#`, if it has one there: opened, and within view. */
export function reveal(hash: string): void {
  const place = document.getElementById(placeNamed(hash));
  if (!place) return;
  for (let one: Element | null = place; one; one = one.parentElement) {
    if (one instanceof HTMLDetailsElement) one.open = true;
  }
  bringUp(place);
}

/** Whether somebody who looks at the page now would have to look for it. */
export const isLow = (one: Element | null | undefined): boolean =>
  (one?.getBoundingClientRect().bottom ?? 0) > innerHeight / 2;

/** Leads to a place; to its heading, where what stands over that in it, as the steps that are done, fills the screen. */
export function bringUp(place: Element): void {
  place.scrollIntoView();
  const heading = place.querySelector("h1");
  if (isLow(heading)) heading!.scrollIntoView();
}
