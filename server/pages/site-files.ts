/** What a brand's site says to crawlers and home screens: `robots.txt`, `sitemap.xml`, `manifest.webmanifest`. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isShown, writtenId, type CompiledScreen, type Revision } from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import { isLoopback } from "../config/loopback.ts";
import { hostOf } from "../http/host.ts";
import { strictPolicy } from "../http/security-headers.ts";
import { addressOf, siteAddress } from "../http/site-address.ts";
import { escapeHtml } from "./html.ts";
import type { PagesOptions } from "./types.ts";

type Options = Pick<PagesOptions, "definitions" | "config" | "published" | "addresses" | "clock">;

/** Whether a screen is a page that crawlers are to find: not one for failures, nor one whose address has parameters. */
export const isListed = ({ indexed, answers, failure, route }: CompiledScreen): boolean =>
  indexed && answers === 200 && failure === undefined && !route.includes("/:");

/** Whether crawlers are let in: in production, and at a name that others can reach. */
const isPublic = (request: FastifyRequest, { mode }: Options["config"]): boolean => {
  const host = hostOf(request);
  return mode === "production" && !isLoopback(host) && !host.endsWith(".localhost");
};

/** Of XML that is opened by itself: a browser draws it as a tree, with styles and arrows of its own inside of it. */
const treePolicy = `${strictPolicy}; style-src 'unsafe-inline'; img-src data:`;

/** What the protocol of sitemaps lets one file have. */
const maxAddresses = 50_000;

/** A site of the same group: whose people it is for, and the pages that it has by itself, of no entry of content. */
interface Sibling {
  locale: string;
  origin: string;
  pages: ReadonlySet<string>;
}

/** The sites of a revision's group with its own, none where two are for the same people: nobody could say which is meant. */
function siblingsOf(
  revision: Revision,
  live: readonly Revision[],
  originOf: (one: Revision) => string,
  pagesOf: (one: Revision) => CompiledScreen[],
): Sibling[] {
  const { group } = revision.private;
  const all = group === undefined ? [] : live.filter((one) => one.private.group === group);
  const locales = all.map((one) => one.public.brand.locale);
  if (all.length < 2 || new Set(locales).size < locales.length) return [];
  return all.map((one) => ({
    locale: one.public.brand.locale,
    origin: originOf(one),
    pages: new Set(
      pagesOf(one).flatMap(({ screen, route }) => (writtenId(screen) === screen ? [route] : [])),
    ),
  }));
}

/** The lines by which a page names itself and what it is in other countries. */
function alternates(route: string, siblings: readonly Sibling[]): string {
  const having = siblings.filter(({ pages }) => pages.has(route));
  if (having.length < 2) return "";
  return having
    .map(
      ({ locale, origin }) =>
        `<xhtml:link rel="alternate" hreflang="${escapeHtml(locale)}" href="${escapeHtml(origin + encodeURI(route))}"/>`,
    )
    .join("");
}

function sitemap(
  pages: readonly CompiledScreen[],
  siblings: readonly Sibling[],
  origin: string,
  published: string | undefined,
  addresses: readonly string[],
): string {
  const lastmod = published === undefined ? "" : `<lastmod>${escapeHtml(published)}</lastmod>`;
  const listed = [
    ...pages.map(({ route }) => [encodeURI(route), lastmod + alternates(route, siblings)] as const),
    // What services tell of changes when they say so, not when definitions do.
    ...addresses.map((address) => [address, ""] as const),
  ]
    .slice(0, maxAddresses)
    .map(([address, told]) => `<url><loc>${escapeHtml(origin + address)}</loc>${told}</url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${listed.join("\n")}
</urlset>
`;
}

const manifest = ({ brand: code, name, locale, theme }: Revision["public"]["brand"]): object => {
  const icon = (file: string, sizes: string, purpose: string): object => ({
    src: `/assets/brands/${encodeURIComponent(code)}/${file}`,
    sizes,
    type: "image/png",
    purpose,
  });
  return {
    name,
    short_name: name,
    lang: locale,
    id: "/",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: theme.colours.surface,
    theme_color: theme.colours.primary,
    icons: [
      icon("icon-192.png", "192x192", "any"),
      icon("icon-512.png", "512x512", "any"),
      icon("icon-maskable-512.png", "512x512", "maskable"),
    ],
  };
};

export function siteFiles(
  app: FastifyInstance,
  { definitions, config, published, addresses, clock = () => new Date() }: Options,
): void {
  /** Those that are there as pages are: of an entry of content within its days, and of no example where there are to be none. */
  const pagesOf = ({ public: { brand } }: Revision): CompiledScreen[] => {
    const seen = {
      data: {},
      route: {},
      today: dayIn(brand.timeZone, clock()),
      examples: config.mode === "development",
    };
    const isThere = ({ when, example }: CompiledScreen): boolean =>
      isShown({ ...(when === undefined ? {} : { when }), ...(example ? { example } : {}) }, seen);
    return brand.screens.filter((screen) => isListed(screen) && isThere(screen));
  };
  const serve = (
    path: string,
    type: string,
    write: (revision: Revision, request: FastifyRequest) => string | Promise<string>,
    policy = strictPolicy,
  ): void => {
    app.get(path, { config: { limit: "page" } }, async (request, reply) => {
      const revision = definitions.forHost(hostOf(request));
      if (!revision) return reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n");
      return reply
        .type(type)
        .header("cache-control", "public, max-age=300")
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", policy)
        .send(await write(revision, request));
    });
  };

  /** Where a site is: the one that is asked at the host that was asked, the others at their first. */
  const originOf =
    (request: FastifyRequest, asked: Revision) =>
    (one: Revision): string =>
      one === asked ? siteAddress(config, request, one) : addressOf(config, request, one.private.hosts[0]!);

  serve("/robots.txt", "text/plain; charset=utf-8", (revision, request) =>
    isPublic(request, config)
      ? `User-agent: *\nDisallow:\n\nSitemap: ${siteAddress(config, request, revision)}/sitemap.xml\n`
      : "User-agent: *\nDisallow: /\n",
  );
  serve(
    "/sitemap.xml",
    "application/xml; charset=utf-8",
    async (revision, request) =>
      sitemap(
        pagesOf(revision),
        siblingsOf(revision, definitions.live(), originOf(request, revision), pagesOf),
        siteAddress(config, request, revision),
        await published?.(revision),
        (await addresses?.(revision)) ?? [],
      ),
    treePolicy,
  );
  serve("/manifest.webmanifest", "application/manifest+json; charset=utf-8", (revision) =>
    JSON.stringify(manifest(revision.public.brand)),
  );
}
