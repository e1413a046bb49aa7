/** Puts a page's scripts in their place once it was painted: what is read first waits for none of them. It stands in the page. */
const start = (): void => {
  const scripts = document.querySelector<HTMLTemplateElement>("template#scripts");
  if (scripts) document.head.append(scripts.content);
};

/** Milliseconds: longer than a first paint takes on a slow phone. */
const latestMs = 3_000;

// Nobody paints what is not seen, or no longer; and not every browser says when it did, nor does each say it always.
if (document.visibilityState === "hidden" || !PerformanceObserver.supportedEntryTypes.includes("paint"))
  start();
else {
  document.addEventListener("visibilitychange", start, { once: true });
  setTimeout(start, latestMs);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) start();
  }).observe({ type: "paint", buffered: true });
}
