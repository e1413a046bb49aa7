import { expect } from "vitest";
import type { TestPage } from "./browser.ts";
import { rested } from "./rested.ts";

/** Takes the connection away once the page has all that it asks for by itself: what comes when it is idle, and its drafts. */
export async function goOffline(page: TestPage): Promise<void> {
  // Before the first sign of a person, parts wait for a page that is idle.
  await page.evaluate(() => {
    const idle = () =>
      new Promise<void>((resolve) => {
        let isIdle = false;
        const ended = (): void => {
          isIdle = true;
          resolve();
        };
        requestIdleCallback(ended, { timeout: 10_000 });
        // While nothing is drawn, Chromium may not tell of it before its time is over.
        const draw = (): void => {
          if (!isIdle) requestAnimationFrame(draw);
        };
        draw();
      });
    return idle().then(() => new Promise((resolve) => setTimeout(resolve)));
  });
  const left = async (): Promise<string[]> => {
    await rested(page);
    // A draft waits a while for further edits: until the server has it, the tab keeps it.
    const unsaved = await page.evaluate(() =>
      Object.entries(sessionStorage).flatMap(([key, kept]) =>
        key.startsWith("unsaved:") ? [key, kept] : [],
      ),
    );
    return [...unsaved, ...page.underWay()];
  };
  await expect.poll(left).toEqual([]);
  await page.context().setOffline(true);
}
