import { ahead, loadPage } from "./load-page.ts";
import type { LoadResources } from "./resources.ts";

/** Milliseconds for which a page that was fetched ahead stands for the one that is gone to. */
const freshMs = 30_000;

/** Fetches a page that somebody is likely to go to next. One with a flow is fetched again: its state is the server's to tell. */
export function loadAhead(path: string, loadResources: LoadResources): void {
  if (ahead.has(path)) return;
  const answer = loadPage(path, "", loadResources);
  const forget = (): void => {
    if (ahead.get(path) === answer) ahead.delete(path);
  };
  ahead.set(path, answer);
  answer.then(({ page }) => {
    if (!page || page.flow) forget();
    else setTimeout(forget, freshMs);
  }, forget);
}
