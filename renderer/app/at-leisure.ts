/** What a page does once it has nothing more to do. Nobody waits for it, and no page is less without it. */

/** Keeps a page for when there is no connection. Browsers have no workers where the connection is not safe, and some forbid them. */
function keepOfflinePage(): void {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
}

export function begin(): void {
  keepOfflinePage();
}
