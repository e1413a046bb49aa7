/** What search engines read of pages whose filters are in the address: titles, addresses, structured data, the sitemap. */
import { expect, onTestFinished, test } from "vitest";
import { openApp, type TestApp } from "../support/app.ts";
import { startStandIn } from "../support/stand-in.ts";

const origin = "https://si.localhost";

interface Said {
  heading: string | undefined;
  title: string | undefined;
  description: string | undefined;
  canonical: string | undefined;
  noindex: boolean;
  graph: Record<string, unknown>[];
}

async function said(app: TestApp, url: string, host = "si.localhost"): Promise<Said> {
  const { body } = await app.server.inject({ url, headers: { host } });
  const found = (pattern: RegExp): string | undefined => pattern.exec(body)?.[1]?.replaceAll("&amp;", "&");
  const data = found(/<script type="application\/ld\+json">(.*?)<\/script>/s);
  return {
    heading: found(/<h1[^>]*>(.*?)<\/h1>/),
    title: found(/<title>(.*?)<\/title>/),
    description: found(/<meta name="description" content="([^"]*)"/),
    canonical: found(/<link rel="canonical" href="([^"]*)">/),
    noindex: body.includes('content="noindex"'),
    graph: data === undefined ? [] : (JSON.parse(data) as { "@graph": Record<string, unknown>[] })["@graph"],
  };
}

const open = () => openApp({ env: { PUBLIC_URL: "https://publica.example" } });

// No canonical address: search engines are not to keep it.
const addresses: [address: string, title: string, canonical: string | undefined][] = [
  ["/vehiculos", "Vehículos nuevos y usados", "/vehiculos"],
  ["/vehiculos?sort=3", "Vehículos nuevos y usados", "/vehiculos"],
  ["/vehiculos?page=1&utm_source=correo", "Vehículos nuevos y usados", "/vehiculos"],
  ["/vehiculos?page=2&sort=2", "Vehículos nuevos y usados", "/vehiculos?page=2"],
  ["/vehiculos/usado", "Autos usados", "/vehiculos/usado"],
  ["/vehiculos?tipo=usado", "Autos usados", "/vehiculos/usado"],
  ["/marcas/toyota", "Toyota", "/marcas/toyota"],
  ["/vehiculos?marca=toyota&page=2", "Toyota", "/marcas/toyota?page=2"],
  ["/marcas/toyota/usado?sort=2&page=1", "Toyota usados", "/marcas/toyota/usado"],
  ["/marcas/toyota/usado?modelo=rav4&sort=2", "Toyota RAV4 usados", "/marcas/toyota/usado?modelo=rav4"],
  ["/vehiculos?categoria=suv", "Autos SUV", "/vehiculos?categoria=suv"],
  ["/vehiculos/usado?ciudad=santiago", "Autos usados en Santiago", "/vehiculos/usado?ciudad=santiago"],
  [
    "/marcas/toyota/usado?ciudad=santiago",
    "Toyota usados en Santiago",
    "/marcas/toyota/usado?ciudad=santiago",
  ],
  // What nobody sells is not chosen.
  ["/marcas/daewoo", "Vehículos nuevos y usados", "/vehiculos"],
  // More than one of a kind, or what is no page of its own.
  ["/vehiculos?marca=kia,toyota", "Vehículos nuevos y usados", undefined],
  ["/marcas/toyota?combustible=diesel,gasoline,hybrid", "Toyota", undefined],
  ["/marcas/toyota?precio-hasta=20000000", "Toyota", undefined],
  ["/marcas/toyota?categoria=suv", "Toyota SUV", undefined],
  ["/marcas/toyota?modelo=rav4&ciudad=santiago", "Toyota RAV4 en Santiago", undefined],
];

test("a page is called by what is chosen, over its results too, and known by one address, or by none", async () => {
  const app = await open();
  const found = [];
  for (const [address] of addresses) {
    const { heading, title, canonical, noindex } = await said(app, address);
    const called = title?.replace(" · Salazar Israel", "");
    found.push([address, called, canonical?.replace(origin, ""), noindex, heading === called]);
  }
  expect(found).toEqual(addresses.map((one) => [...one, one[2] === undefined, true]));
});

test("a page of results is drawn as it is: which ones they are, and links that keep what is chosen", async () => {
  const app = await open();
  const url = "/vehiculos/usado?sort=3&page=2&utm_source=correo";
  const { body } = await app.server.inject({ url, headers: { host: "si.localhost" } });
  expect(body).toMatch(/13-24 de \d{3}/);
  expect(body).toContain('href="/vehiculos/usado?sort=3&amp;page=3"');
  expect(body).toContain('href="/vehiculos/usado?sort=3"');
});

test("the description says what is chosen and how many there are", async () => {
  const { description } = await said(await open(), "/marcas/toyota/usado?ciudad=santiago");
  expect(description).toMatch(
    /^Toyota usados en Santiago · Salazar Israel: \d+ autos? con fotos, precio y cuotas\./,
  );
});

test.each([
  ["si.localhost", "CLP"],
  ["wi.localhost", "USD"],
])("%s tells of the cars on the page by schema.org", async (host, currency) => {
  const { graph } = await said(await open(), "/vehiculos/usado?page=2", host);
  const list = graph.find((one) => one["@type"] === "ItemList") as
    | { numberOfItems: number; itemListElement: { position: number; item: Record<string, unknown> }[] }
    | undefined;
  expect(list!.numberOfItems).toBeGreaterThan(24);
  expect(list!.itemListElement.map(({ position }) => position)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  for (const { item } of list!.itemListElement) {
    expect(item).toMatchObject({
      "@type": "Car",
      name: expect.stringMatching(/^\S+ \S+/) as string,
      brand: { "@type": "Brand", name: expect.any(String) as string },
      vehicleModelDate: expect.any(Number) as number,
      itemCondition: "https://schema.org/UsedCondition",
      mileageFromOdometer: {
        "@type": "QuantitativeValue",
        value: expect.any(Number) as number,
        unitCode: "KMT",
      },
      offers: { "@type": "Offer", price: expect.any(Number) as number, priceCurrency: currency },
    });
  }
  const pictures = list!.itemListElement.flatMap(({ item }) => (item["image"] as string | undefined) ?? []);
  expect(pictures.filter((one) => !one.startsWith(`https://${host}/`))).toEqual([]);
});

const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, one]) => one!);

test("the sitemap has each make that is sold, by type, and every address is its own", async () => {
  const app = await open();
  const { body, statusCode } = await app.server.inject({
    url: "/sitemap.xml",
    headers: { host: "si.localhost" },
  });
  expect(statusCode).toBe(200);
  const paths = locations(body).map((one) => new URL(one).pathname);
  expect(paths).toEqual(expect.arrayContaining(["/vehiculos", "/vehiculos/nuevo", "/marcas/toyota/usado"]));
  const makes = paths.filter((one) => /^\/marcas\/[^/]+$/.test(one));
  expect(makes.length).toBeGreaterThan(4);
  // One of each shape stands for all.
  for (const path of [
    "/vehiculos/nuevo",
    makes[0]!,
    paths.find((one) => /^\/marcas\/.+\/usado$/.test(one))!,
  ]) {
    expect(await said(app, path)).toMatchObject({ canonical: origin + path, noindex: false });
  }
  // Of two pages that are called the same, one is shown, or none.
  const titles = new Map<string | undefined, string[]>();
  for (const path of paths.filter((one) => !one.startsWith("/marcas/"))) {
    const { title } = await said(app, path);
    titles.set(title, [...(titles.get(title) ?? []), path]);
  }
  expect([...titles].filter(([title, those]) => title === undefined || those.length > 1)).toEqual([]);
});

test("a sitemap whose service fails is none at all", async () => {
  const upstream = await startStandIn({});
  onTestFinished(() => upstream.stop());
  const app = await openApp({ env: { UPSTREAM_CATALOG: `${upstream.url}/` } });
  const { statusCode } = await app.server.inject({ url: "/sitemap.xml", headers: { host: "si.localhost" } });
  expect(statusCode).toBe(503);
});

test.each([
  ["/vehiculos?sort=2&page=999&utm_source=correo", /^\/vehiculos\?sort=2&utm_source=correo&page=\d+$/],
  ["/marcas/opel/nuevo?page=7", /^\/marcas\/opel\/nuevo$/],
])("a page of results behind the last one leads there: %s", async (url, last) => {
  const { server } = await open();
  const ask = (address: string) => server.inject({ url: address, headers: { host: "si.localhost" } });
  const leadsTo = async () => {
    const { statusCode, headers } = await ask(url);
    return [statusCode, headers["location"]];
  };
  // A search that takes longer than the page waits is asked by the browser, which leads there then.
  await expect.poll(leadsTo).toEqual([302, expect.stringMatching(last)]);
  const there = await ask(String((await leadsTo())[1]));
  expect(there.statusCode).toBe(200);
  expect(there.body).toContain('data-view="cars"');
});
