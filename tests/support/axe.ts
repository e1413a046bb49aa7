/** Looks for barriers on a page, with axe. */
import axeCore, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright";

/** Fails with a readable list if axe finds a barrier on the page as it is now, best practices included. */
export async function axe(page: Page, options: RunOptions = {}): Promise<void> {
  // Evaluated from outside of the page, which its security policy does not forbid, unlike a script element.
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(
    (given) =>
      (globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(
        given,
      ),
    { resultTypes: ["violations"], ...options } satisfies RunOptions,
  );
  if (violations.length > 0)
    throw new Error(`axe found on ${page.url()}:\n${violations.map(describe).join("\n")}`);
}

function describe({ id, impact, help, nodes }: AxeResults["violations"][number]): string {
  const places = nodes.map(({ target, failureSummary = "" }) => {
    const reasons = failureSummary.replaceAll(/\n\s*/g, " · ");
    return `    ${target.flat().join(" ")}: ${reasons}`;
  });
  return [`  ${id} (${impact ?? "?"}): ${help}`, ...places].join("\n");
}
