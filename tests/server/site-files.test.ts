import { expect, describe, it, test } from "vitest";
import { Resvg } from "@resvg/resvg-js";
import type { Page } from "../../schemas/engine/serve.ts";
import { openingHours, structuredData } from "../../server/pages/structured-data.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { brandCodes, brandNames } from "../support/brands.ts";

const ask = (app: TestApp, brand: string, url: string, host = `${brand.toLowerCase()}.localhost`) =>
  app.server.inject({ url, headers: { host } });

/** What a page holds as JSON-LD. */
const graphOf = (html: string): Record<string, unknown>[] => {
  const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return text === undefined ? [] : (JSON.parse(text) as { "@graph": Record<string, unknown>[] })["@graph"];
};

const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name!,
      content!,
    ]),
  );

const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, one]) => one!);

describe("robots.txt", () => {
  it("lets nobody in where a site is tried out", async () => {
    const app = await openApp();
    expect((await ask(app, "SI", "/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
  });
});

describe("sitemap.xml", () => {
  test.each(brandCodes)(
    "%s lists the pages that are indexed, each of which says the same address",
    async (brand) => {
      const app = await openApp({ env: { PUBLIC_URL: "https://publica.example" } });
      const { body, headers } = await ask(app, brand, "/sitemap.xml");
      expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
      // What a browser draws it with, and nothing that runs or is fetched.
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; img-src data:",
      );
      // Those of which services tell are in search-engines.test.ts.
      const listed = locations(body.replaceAll(/<url><loc>[^<]+<\/loc><\/url>/g, ""));
      const { screens } = app.definitions.current(brand)!.public.brand;
      expect(listed.length).toBe(new Set(listed).size);
      expect(listed.length).toBeGreaterThan(8);
      expect(listed.filter((url) => /\/(30\d|404|500|:)/.test(url))).toEqual([]);
      expect(body.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(listed.length);
      for (const url of listed) {
        const page = await ask(app, brand, new URL(url).pathname);
        expect([url, page.statusCode]).toEqual([url, 200]);
        expect(page.body).toContain(`<link rel="canonical" href="${url}">`);
        expect(page.body).not.toContain('content="noindex"');
      }
      // And every other page asks not to be kept.
      for (const { route, indexed } of screens.filter(({ route: one }) => !one.includes("/:"))) {
        const isListed = listed.some((url) => new URL(url).pathname === route);
        expect([route, indexed]).toEqual([route, isListed]);
      }
    },
  );
});

test("pages that a group has for several countries name each other in every sitemap of it", async () => {
  const app = await openApp({ env: { PUBLIC_URL: "https://publica.example" } });
  const told = async (brand: string): Promise<Record<string, string[]>> => {
    const { body } = await ask(app, brand, "/sitemap.xml");
    return Object.fromEntries(
      [...body.matchAll(/<url><loc>[^<]*?:\/\/[^/]+([^<]*)<\/loc>(.*?)<\/url>/gs)].map(([, path, rest]) => [
        path!,
        [...rest!.matchAll(/<xhtml:link rel="alternate" hreflang="([^"]+)" href="([^"]+)"\/>/g)].map(
          ([, locale, address]) => `${locale!} ${address!}`,
        ),
      ]),
    );
  };
  const [chile, peru, alone] = [await told("SI"), await told("WI"), await told("PO")];
  for (const path of ["/", "/vehiculos", "/autos-usados"]) {
    const both = [`es-CL https://si.localhost${path}`, `es-PE https://wi.localhost${path}`];
    expect([path, chile[path], peru[path], alone[path]]).toEqual([path, both, both, []]);
  }
  // What is of one country alone, of one entry of content, or of a make that one of them sells.
  expect([chile["/simula-tu-financiamiento"], peru["/libro-de-reclamaciones"]]).toEqual([[], []]);
  expect([chile["/paginas/como-llegar"], peru["/paginas/como-llegar"]]).toEqual([[], []]);
  expect(Object.entries(peru).filter(([path, to]) => path.startsWith("/marcas/") && to.length > 0)).toEqual(
    [],
  );
});

describe("icons, the manifest and what is shared", () => {
  test.each(brandCodes)("%s has all of them, made of its own drawings", async (brand) => {
    const app = await openApp();
    const sizes: Record<string, [number, number]> = {
      [`/assets/brands/${brand}/shared.png`]: [1200, 630],
      [`/assets/brands/${brand}/icon-192.png`]: [192, 192],
      [`/assets/brands/${brand}/icon-512.png`]: [512, 512],
      [`/assets/brands/${brand}/icon-maskable-512.png`]: [512, 512],
      "/apple-touch-icon.png": [180, 180],
    };
    const bytes = new Set<string>();
    for (const [url, size] of Object.entries(sizes)) {
      const { rawPayload, headers, statusCode } = await ask(app, brand, url);
      expect([url, statusCode, headers["content-type"]]).toEqual([url, 200, "image/png"]);
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual(size);
      const again = await app.server.inject({
        url,
        headers: { host: `${brand.toLowerCase()}.localhost`, "if-none-match": String(headers["etag"]) },
      });
      expect(again.statusCode).toBe(304);
      bytes.add(rawPayload.toString("base64"));
    }
    expect(bytes.size).toBe(5);
    const favicon = await ask(app, brand, "/favicon.ico");
    expect([favicon.headers["content-type"], favicon.rawPayload.readUInt16LE(4)]).toEqual([
      "image/x-icon",
      3,
    ]);
    expect((await ask(app, brand, `/assets/brands/${brand}/icon.svg`)).body).toMatch(/^<svg .*<path/s);
    expect((await ask(app, brand, `/assets/brands/${brand}/other.png`)).statusCode).toBe(404);
    expect((await ask(app, brand, `/assets/brands/..%2f${brand}/icon.svg`)).statusCode).toBe(404);

    const manifest = (await ask(app, brand, "/manifest.webmanifest")).json<{
      name: string;
      icons: { src: string; sizes: string; purpose: string }[];
    }>();
    expect(manifest).toMatchObject({
      name: brandNames[brand],
      id: "/",
      start_url: "/",
      scope: "/",
      display: "minimal-ui",
    });
    expect(manifest.icons.map(({ sizes: said, purpose }) => `${said} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes: said } of manifest.icons) {
      const { rawPayload } = await ask(app, brand, src);
      expect(said).toBe(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`);
    }
  });

  test.each(brandCodes)("%s has a page for when there is no connection, whole by itself", async (brand) => {
    const app = await openApp();
    const page = await ask(app, brand, "/offline.html");
    expect(page.headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/html; charset=utf-8",
    });
    const { name, words, site } = app.definitions.current(brand)!.public.brand;
    const [, wordmark] = /<img alt="([^"]+)" src="data:image\/svg\+xml;base64,([^"]+)">/
      .exec(page.body)!
      .slice(1);
    expect(page.body).toContain(`<img alt="${name}"`);
    // It is centred by what is drawn: there is nothing empty around it.
    const drawn = new Resvg(Buffer.from(wordmark!, "base64").toString());
    expect(drawn.width - drawn.getBBox()!.width).toBeLessThan(1);
    expect(page.body).toContain(String(words["offline.title"]));
    expect(page.body).toContain(`<a href="${site.phone!.to}">`);
    expect(page.body.match(/(?:src|href)="(?!data:|tel:|")/g)).toBeNull();
  });

  it("belong to a brand's host", async () => {
    const app = await openApp();
    for (const url of [
      "/favicon.ico",
      "/robots.txt",
      "/sitemap.xml",
      "/manifest.webmanifest",
      "/service-worker.js",
      "/offline.html",
    ]) {
      expect([url, (await ask(app, "SI", url, "nobody.example")).statusCode]).toEqual([url, 404]);
    }
  });
});

describe("what a page says of itself", () => {
  test.each(brandCodes)("%s: title, description, picture and address, on every page", async (brand) => {
    const app = await openApp({ env: { PUBLIC_URL: "https://publica.example" } });
    const origin = `https://${brand.toLowerCase()}.localhost`;
    const { screens, locale } = app.definitions.current(brand)!.public.brand;
    // A receipt is a page for whoever has sent something, others are for who is signed in.
    const pages = screens.filter((one) => !one.route.includes("/:") && !one.receipt && !one.signIn);
    for (const { route, title, description, indexed } of pages) {
      const { body } = await ask(app, brand, route);
      const meta = metaOf(body);
      expect(meta).toMatchObject({
        "og:title": title,
        "og:site_name": brandNames[brand],
        "og:locale": locale.replace("-", "_"),
        "og:image": `${origin}/assets/brands/${brand}/shared.png`,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
      });
      if (!indexed) continue;
      expect([route, meta["og:description"], meta["description"]]).toEqual([route, description, description]);
      expect(description).toMatch(/.{20,}/);
      expect(meta["og:url"]).toBe(origin + route);
      const [dealer, site, page] = graphOf(body);
      expect(dealer).toMatchObject({ "@type": "AutoDealer", name: brandNames[brand], url: `${origin}/` });
      expect(dealer!["openingHours"]).not.toEqual([]);
      expect(site).toMatchObject({ "@type": "WebSite", inLanguage: locale });
      expect(page).toMatchObject({ name: title, url: origin + route });
    }
  });

  it("has the way here, the questions, and the branches that it shows", async () => {
    const app = await openApp();
    const typed = (graph: Record<string, unknown>[], type: string) =>
      graph.find((one) => [one["@type"]].flat().includes(type));
    const terms = graphOf((await ask(app, "SI", "/terminos-y-condiciones")).body);
    expect(typed(terms, "BreadcrumbList")).toMatchObject({
      itemListElement: [
        { position: 1, name: "Inicio" },
        { position: 2, name: "Términos y condiciones" },
      ],
    });
    const { mainEntity } = typed(terms, "FAQPage") as { mainEntity: Record<string, unknown>[] };
    expect(mainEntity.length).toBeGreaterThan(3);
    expect(JSON.stringify(mainEntity)).not.toMatch(/\{word|\]\(|\*\*/);
    const finder = graphOf((await ask(app, "SI", "/sucursales")).body);
    const { department } = typed(finder, "AutoDealer") as { department: Record<string, unknown>[] };
    expect(department.length).toBeGreaterThan(3);
    expect(department[0]).toMatchObject({ "@type": "AutoDealer", address: { addressCountry: "CL" } });
    expect(graphOf((await ask(app, "SI", "/nada")).body)).toEqual([]);
  });

  it("tells of no example, wherever examples are shown", async () => {
    const { brand } = (await openApp()).definitions.current("SI")!.public;
    const screen = brand.screens.find(({ route }) => route === "/terminos-y-condiciones")!;
    const one = (title: string, more: object = {}) => ({ title: [title], body: ["Sí."], ...more });
    const topic = (title: string, items: object[], more: object = {}) => ({ title: [title], items, ...more });
    const marked = { example: true };
    const blocks = [
      { block: "questions", items: [topic("Pago", [one("De verdad"), one("Pregunta", marked)])] },
      { block: "questions", items: [topic("Tema", [one("Del tema")], marked)] },
      { block: "questions", items: [topic("Parte", [one("De la parte")])], ...marked },
    ];
    const page = { brand, screen: { ...screen, blocks }, path: screen.route, params: {} } as unknown as Page;
    const graph = JSON.stringify(structuredData(page, "https://a.example/x", "https://a.example"));
    expect(graph.match(/"Question","name":"[^"]+"/g)).toEqual(['"Question","name":"De verdad"']);
  });

  test.each([
    ["Lunes a viernes", "09:30 a 19:00", ["Mo-Fr 09:30-19:00"]],
    ["Sábado", "09:30 a 14:00", ["Sa 09:30-14:00"]],
    ["Sábado y domingo", "10:00 a 18:00", ["Sa,Su 10:00-18:00"]],
    ["Sábados y domingos", "10:00 a 18:00", ["Sa,Su 10:00-18:00"]],
    ["Todos los días", "10:00 a 18:00", []],
    ["Lunes a festivos", "10:00 a 18:00", []],
    ["Lunes", "con cita", []],
  ])("%s, %s: %j", (on, hours, expected) => {
    expect(openingHours({ days: on, hours })).toEqual(expected);
  });
});
