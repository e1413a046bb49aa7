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
  place.scrollIntoView();
}
