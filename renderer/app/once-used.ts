/** What a page does once somebody is at it. Nobody waits for it, and no page is less without it. */
import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";
import { loadAhead } from "../run/load-ahead.ts";
import { turn } from "../run/load-page.ts";
import type { LoadResources } from "../run/resources.ts";
import { followIntent } from "./follow-intent.ts";
import { goingOver } from "./go-over.ts";
import { keepPlaces } from "./places.ts";

/** Keeps a page for when there is no connection. Browsers have no workers where the connection is not safe, and some forbid them. */
function keepOfflinePage(): void {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
}

/** Whether somebody asked for little, or has a network that is better left to what they ask for. Not every browser says. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}

export function begin(screens: CompiledScreen[], loadResources: LoadResources): void {
  keepOfflinePage();
  turn.over = goingOver(screens, keepPlaces());
  followIntent(screens, {
    page: document,
    here: () => location,
    isSparing,
    load: (path) => loadAhead(path, loadResources),
  });
}
