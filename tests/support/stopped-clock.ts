/** The time of a page, in the test's hand. */
import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** How often to look for what is to be seen, in milliseconds. */
const polling = { interval: 100 };
const frame = 16;

/**
 * Opens a page whose clock stands still: frames and timers come only by `page.clock.runFor`, so that nothing depends on how
 * long the machine takes between two looks. Until this can be seen, a frame passes with each look: the page needs some to
 * hear, and however long that takes, no more than three seconds of its time.
 */
export async function openStopped(page: Page, url: string, seen: Locator): Promise<void> {
  // Without `install`, the page that is left has the time 0: what is now is never past for it.
  await page.clock.pauseAt(Date.now());
  await page.goto(url);
  const isSeen = async (): Promise<boolean> => {
    await page.clock.runFor(frame);
    return seen.isVisible();
  };
  await expect.poll(isSeen, polling).toBe(true);
}
