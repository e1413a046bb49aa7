/** Looks for barriers on a page, with axe. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

/** The same program as `axe.js`, for half of the parsing; in ASCII alone, which a page has ten milliseconds sooner. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8").replaceAll(
  /[^\0-\x7f]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

/** Fails with a readable list if axe finds a barrier on the page as it is now, best practices included. */
export async function axe(page: Page, options: RunOptions = {}): Promise<void> {
  // A page that has not been left since it was looked at last still has it. Evaluated from outside of the page, which its
  // security policy does not forbid, unlike a script element.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (given) => {
      const { axe: found } = globalThis as unknown as {
        axe: { run: (options: RunOptions) => Promise<AxeResults> };
      };
      return (await found.run(given)).violations;
    },
    // Its two rules that need what the page has loaded, read again, are about films and about turning a phone: `preload`.
    { resultTypes: ["violations"], preload: false, ...options } satisfies RunOptions,
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
