import type { PageMaps } from "../../../schemas/engine/evaluate.ts";
import { loadScript, withQuery } from "../../page/load-script.ts";

/** Milliseconds for the provider's script and all that it loads before it says that it is there. */
const loadTimeoutMs = 10_000;
const ready = "vitrinaMapsReady";

type Maps = object;
const mapsNow = (): Maps | undefined =>
  (globalThis as { google?: { maps?: Maps & { Map?: unknown } } }).google?.maps;

let loading: Promise<Maps> | undefined;

/**
 * Google's maps, loaded once. Rejects when they cannot be had in time, or the key is refused; then it may be tried again.
 * The library's own loader keeps its first failure for ever, and tells nobody of it.
 */
export function loadGoogleMaps(maps: PageMaps): Promise<Maps> {
  loading ??= load(maps).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load({ key, scriptUrl }: PageMaps): Promise<Maps> {
  const known = mapsNow();
  if (known && "Map" in known) return Promise.resolve(known);
  const address = withQuery(scriptUrl, { key, language: "es", loading: "async", callback: ready });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the map's script did not answer in time")),
      loadTimeoutMs,
    );
    const end = (work: () => void): void => {
      clearTimeout(timer);
      work();
    };
    Object.assign(globalThis, {
      [ready]: () => {
        const found = mapsNow();
        end(() => (found ? resolve(found) : reject(new Error("the map's script brought no maps"))));
      },
    });
    loadScript(address).catch((error: unknown) => end(() => reject(error)));
  });
}

/** Tells of a key that the provider refuses: it says so after it was loaded. Gives the way to stop. */
export function onRefusedKey(tell: () => void): () => void {
  const target = globalThis as { gm_authFailure?: () => void };
  target.gm_authFailure = tell;
  return () => {
    if (target.gm_authFailure === tell) delete target.gm_authFailure;
  };
}
