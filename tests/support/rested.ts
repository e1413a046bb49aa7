import type { TestPage } from "./browser.ts";

/**
 * Waits until the address is drawn, what it asked for has come, and what was dimmed meanwhile is as before; and that for some
 * frames, as what measures itself does so in the frame after it is drawn.
 */
export const rested = (page: TestPage) =>
  page.waitForFunction((asked) => {
    const isStill =
      document.documentElement.dataset["drawn"] === location.pathname + location.search &&
      document.querySelector("[aria-busy=true]") === null &&
      document.getAnimations().every(({ playState }) => playState !== "running");
    const seen = globalThis as typeof globalThis & { stillFrames?: { asked: string; count: number } };
    const before = seen.stillFrames?.asked === asked ? seen.stillFrames.count : 0;
    seen.stillFrames = { asked, count: isStill ? before + 1 : 0 };
    return seen.stillFrames.count > 3;
  }, crypto.randomUUID());
