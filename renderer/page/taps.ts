/** Taps on links: how a brand is reached and where in the site one goes, never by whom. Loaded where measuring is allowed. */
import type { StepEvent } from "../../schemas/engine/evaluate.ts";

const ways: [RegExp, string][] = [
  [/^tel:/, "phone"],
  [/^mailto:/, "mail"],
  [/^(whatsapp:|https:\/\/(wa\.me|api\.whatsapp\.com)\/)/, "whatsapp"],
  [/^https:\/\/(www\.google\.[a-z.]+\/maps|maps\.(google|app\.goo)\.)/, "map"],
];

/**
 * What is told of a link: its way out of the site, or another page of the site, without its query and its secrets; undefined
 * for any other.
 */
function told(href: string, toldOf: (path: string) => string): { way: string; to_path?: string } | undefined {
  const way = ways.find(([is]) => is.test(href))?.[1];
  if (way !== undefined) return { way };
  if (!URL.canParse(href)) return undefined;
  const to = new URL(href);
  if (to.origin !== location.origin || to.pathname === location.pathname) return undefined;
  return { way: "page", to_path: toldOf(to.pathname) };
}

/**
 * Tells of each tap on such a link, with the page that it stands on. The link's own text and number stay out of it; `toldOf`
 * gives what may be told of a path.
 */
export function tellOfTaps(
  page: EventTarget,
  tell: (event: StepEvent) => void,
  toldOf: (path: string) => string,
): void {
  // Before the link is followed within the site: the page would be another one by then.
  page.addEventListener(
    "click",
    ({ target }) => {
      const link = (target as Partial<Element> | null)?.closest?.("a");
      const tap = told(link?.href ?? "", toldOf);
      if (tap) tell({ event: "tap", ...tap, page_path: toldOf(location.pathname) });
    },
    { capture: true },
  );
}
