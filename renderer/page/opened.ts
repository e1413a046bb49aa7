import type { OpenedRequest, Page } from "../../schemas/engine/evaluate.ts";

/** Tells that somebody looks at a page whose screen counts that, once it is seen: one drawn ahead, or behind, is not. */
export function tellOpened({
  revision,
  screen,
  params,
  awaits,
  unavailable,
}: Page): (() => void) | undefined {
  if (!screen.opened || awaits || unavailable) return undefined;
  const tell = (): void => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", tell);
    const told: OpenedRequest = { revision, screen: screen.screen, params };
    void fetch("/api/opened", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(told),
      keepalive: true,
      // Nothing hangs on it.
    }).catch(() => {});
  };
  document.addEventListener("visibilitychange", tell);
  tell();
  return () => document.removeEventListener("visibilitychange", tell);
}
