/** What a brand's site says to crawlers and home screens: `robots.txt`, `sitemap.xml`, `manifest.webmanifest`. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isShown, type CompiledScreen, type Revision } from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import { isLoopback } from "../config/loopback.ts";
import { hostOf } from "../http/host.ts";
import { siteAddress } from "../http/site-address.ts";
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

/** What the protocol of sitemaps lets one file have. */
const maxAddresses = 50_000;

function sitemap(
  { public: { brand } }: Revision,
  origin: string,
  published: string | undefined,
  addresses: readonly string[],
  isThere: (screen: CompiledScreen) => boolean,
): string {
  const lastmod = published === undefined ? "" : `<lastmod>${escapeHtml(published)}</lastmod>`;
  const pages = [
    ...brand.screens
      .filter((screen) => isListed(screen) && isThere(screen))
      .map(({ route }) => [encodeURI(route), lastmod] as const),
    // What services tell of changes when they say so, not when definitions do.
    ...addresses.map((address) => [address, ""] as const),
  ]
    .slice(0, maxAddresses)
    .map(([address, changed]) => `<url><loc>${escapeHtml(origin + address)}</loc>${changed}</url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.join("\n")}
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
  /** As pages are: of an entry of content within its days, and of no example where there are to be none. */
  const isThereFor = ({ public: { brand } }: Revision): ((screen: CompiledScreen) => boolean) => {
    const seen = {
      data: {},
      route: {},
      today: dayIn(brand.timeZone, clock()),
      examples: config.mode === "development",
    };
    return ({ when, example }) =>
      isShown({ ...(when === undefined ? {} : { when }), ...(example ? { example } : {}) }, seen);
  };
  const serve = (
    path: string,
    type: string,
    write: (revision: Revision, request: FastifyRequest) => string | Promise<string>,
  ): void => {
    app.get(path, { config: { limit: "page" } }, async (request, reply) => {
      const revision = definitions.forHost(hostOf(request))?.revision;
      if (!revision) return reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n");
      return reply
        .type(type)
        .header("cache-control", "public, max-age=300")
        .header("x-content-type-options", "nosniff")
        .send(await write(revision, request));
    });
  };

  serve("/robots.txt", "text/plain; charset=utf-8", (revision, request) =>
    isPublic(request, config)
      ? `User-agent: *\nDisallow:\n\nSitemap: ${siteAddress(config, request, revision)}/sitemap.xml\n`
      : "User-agent: *\nDisallow: /\n",
  );
  serve("/sitemap.xml", "application/xml; charset=utf-8", async (revision, request) =>
    sitemap(
      revision,
      siteAddress(config, request, revision),
      await published?.(revision),
      (await addresses?.(revision)) ?? [],
      isThereFor(revision),
    ),
  );
  serve("/manifest.webmanifest", "application/manifest+json; charset=utf-8", (revision) =>
    JSON.stringify(manifest(revision.public.brand)),
  );
}
