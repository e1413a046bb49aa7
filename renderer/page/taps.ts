/** Taps on what leads out of the site: how a brand is reached, never by whom. Loaded where measuring is allowed. */
import type { StepEvent } from "../../schemas/engine/evaluate.ts";

const ways: [RegExp, string][] = [
  [/^tel:/, "phone"],
  [/^mailto:/, "mail"],
  [/^(whatsapp:|https:\/\/(wa\.me|api\.whatsapp\.com)\/)/, "whatsapp"],
  [/^https:\/\/(www\.google\.[a-z.]+\/maps|maps\.(google|app\.goo)\.)/, "map"],
];

/** The way that a link leads; undefined for those of the site, which are told as pages. */
export const wayOf = (href: string): string | undefined => ways.find(([is]) => is.test(href))?.[1];

/** Tells of each tap on such a link, with the page that it stands on. The link's own text and number stay out of it. */
export function tellOfTaps(page: EventTarget, tell: (event: StepEvent) => void): void {
  page.addEventListener("click", ({ target }) => {
    const link = (target as Partial<Element> | null)?.closest?.("a");
    const way = wayOf(link?.href ?? "");
    if (way !== undefined) tell({ event: "tap", way, page_path: location.pathname });
  });
}
