import type { Page } from "../../schemas/engine/serve.ts";
import type { PageAbout } from "./about.ts";
import { sharedPicture } from "./brand-drawings.ts";
import { escapeHtml, escapeJson } from "./html.ts";
import { addressAt, structuredData } from "./structured-data.ts";

const meta = (kind: "name" | "property", name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

/** Whether a page says the address by which it is known: search engines may show it, and it is there. */
export const isNamed = ({ screen, awaits }: Page, about: PageAbout | undefined): boolean =>
  screen.indexed && screen.answers === 200 && !awaits && !about?.isIndexUnknown;

/**
 * What a page says to other machines: where it is, how it looks where it is shared, and what stands in it. `origin` may be
 * a mark that each answer replaces.
 */
export function headFor(page: Page, origin: string, about?: PageAbout): string {
  const { brand, screen } = page;
  const isKnown = isNamed(page, about);
  const url = origin + (about?.canonical ?? encodeURI(page.path));
  const picture = `${origin}/assets/brands/${encodeURIComponent(brand.brand)}/${sharedPicture.name}`;
  const lines = [
    ...(isKnown ? [`<link rel="canonical" href="${escapeHtml(url)}">`] : []),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", brand.name),
    meta("property", "og:title", screen.title),
    ...(screen.description === undefined ? [] : [meta("property", "og:description", screen.description)]),
    ...(isKnown ? [meta("property", "og:url", url)] : []),
    meta("property", "og:locale", brand.locale.replace("-", "_")),
    ...(about?.picture === undefined ? [] : [meta("property", "og:image", addressAt(origin, about.picture))]),
    // Whoever cannot show the page's own picture takes the next one.
    meta("property", "og:image", picture),
    meta("property", "og:image:width", String(sharedPicture.width)),
    meta("property", "og:image:height", String(sharedPicture.height)),
    meta("property", "og:image:alt", brand.name),
    meta("name", "twitter:card", "summary_large_image"),
    // A block of data: no policy of scripts has to let it in, because nothing runs it.
    ...(isKnown
      ? [
          `<script type="application/ld+json">${escapeJson(structuredData(page, url, origin, about?.things()))}</script>`,
        ]
      : []),
  ];
  return lines.join("\n");
}
