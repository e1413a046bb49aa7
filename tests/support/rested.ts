import type { TestPage } from "./browser.ts";

/** Waits until what a page asked for has come, and what was dimmed meanwhile is as before. */
export const rested = (page: TestPage) =>
  page.waitForFunction(
    () =>
      document.querySelector("[aria-busy=true]") === null &&
      document.getAnimations().every(({ playState }) => playState !== "running"),
  );
