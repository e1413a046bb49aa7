import type { TestPage } from "./browser.ts";

/** Waits until links to a flow's page open it in its dialog: before that they lead there. */
export const dialogReady = (page: TestPage, anchor: string): Promise<unknown> =>
  page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, `dialog:${anchor}`);
