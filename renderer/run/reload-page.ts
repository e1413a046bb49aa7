/**
 * Loads a page of the form from the server, as somebody who just came: the document that was here has answers in it, and
 * what a page before handed over was for the person before.
 */
export function reloadPage(path: string): void {
  history.replaceState(null, "", path);
  globalThis.location.reload();
}
