import type { TestPage } from "./browser.ts";

/** Waits until the address is drawn, what it asked for has come, and what was dimmed meanwhile is as before. */
export const rested = (page: TestPage) =>
  page.waitForFunction(
    () =>
      document.documentElement.dataset["drawn"] === location.pathname + location.search &&
      document.querySelector("[aria-busy=true]") === null &&
      document.getAnimations().every(({ playState }) => playState !== "running"),
  );
