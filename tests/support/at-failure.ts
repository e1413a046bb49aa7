import { setTimeout as wait } from "node:timers/promises";
import type { TestError } from "vitest";
import type { TestPage } from "./browser.ts";

/** Milliseconds for a page to say what it shows: one that hangs is told as that. */
const patience = 5_000;

/** Tells with a test's errors what its page shows by then: that something did not come does not say what came instead. */
export async function tellPage(page: TestPage, errors: TestError[]): Promise<void> {
  const shown = await Promise.race([shownOn(page), wait(patience, ["It does not answer."], { ref: false })]);
  const told = [
    "",
    `The page is at ${page.url()}, and shows:`,
    ...shown,
    "It asked last for:",
    ...page.lately(),
    "Without an answer:",
    ...page.underWay(),
    "Its problems:",
    ...page.problems(),
  ].join("\n");
  for (const error of errors) {
    error.message += told;
    if (error.stack) error.stack += told;
  }
}

const shownOn = (page: TestPage): Promise<string[]> =>
  page
    .locator("main, [role=dialog], dialog[open]")
    .evaluateAll((parts) =>
      parts.map((part) => (part as HTMLElement).innerText.replaceAll(/\s*\n\s*/g, "\n").slice(0, 3_000)),
    )
    .catch((error: Error) => [error.message]);
