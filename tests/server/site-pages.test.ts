/** Pages of the whole site that no form and no car is on. */
import { expect, test } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { productionEnv } from "../support/production.ts";

const app = () => openApp({ env: { PUBLIC_URL: "https://publica.example" } });

test.each([
  ["SI", "mantenciones", "mantención"],
  ["WI", "mantenimientos", "mantenimiento"],
])("%s: a make has its workshops and its models, and each model its prices", async (brand, many, one) => {
  const { ask } = visitor(await app(), brand);
  const empty = await ask("GET", "/pauta-de-servicio");
  expect(empty.body.toLowerCase()).toContain(`${many} y precios`);
  const codes = [...empty.body.matchAll(/<option value="([A-Z0-9-]+)"/g)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(1);
  const make = await ask("GET", `/pauta-de-servicio?brand=${codes[0]}`);
  expect(make.body).toContain("google.com/maps/search");
  const [guide] = /\/pauta-de-servicio\/[A-Za-z0-9-]+/.exec(make.body) ?? [];
  const model = await ask("GET", guide!);
  expect(model.statusCode).toBe(200);
  const read = model.body.replaceAll("<!-- -->", "");
  expect(read).toMatch(new RegExp(`<h1[^>]*>Pauta de ${one} del [A-Z0-9]`));
  expect(read).toMatch(/A los 10[.,]000 km/);
  // Hours as the country writes them.
  expect(read).toMatch(
    brand === "SI" ? /Horas de taller<\/dt><dd[^>]*>\d,5</ : /Horas de taller<\/dt><dd[^>]*>\d\.5</,
  );
  expect((await ask("GET", "/pauta-de-servicio/NO-HAY")).statusCode).toBe(404);
});

test("a site without a workshop has no such page, nor a link to it", async () => {
  const { ask } = visitor(await app(), "CL");
  expect((await ask("GET", "/pauta-de-servicio")).statusCode).toBe(404);
  expect((await ask("GET", "/")).body).not.toContain("/pauta-de-servicio");
});

test.each([
  ["/", "Salazar Israel"],
  ["/nosotros", "Nosotros"],
  ["/vehiculos", "Vehículos"],
])("the chat at the foot of %s begins with what it is about: %s", async (path, about) => {
  const said = encodeURIComponent(`Hola, tengo una consulta sobre ${about}.`);
  const { ask } = visitor(await app(), "SI");
  expect((await ask("GET", path)).body).toContain(`href="https://wa.me/56912345678?text=${said}"`);
  // Each dealer has a number of its own, in its country.
  expect((await ask("GET", "/", undefined, { host: "wi.localhost:3000" })).body).toContain(
    "https://wa.me/51951200200?",
  );
});

test("pages of a campaign can stand below others, and are in the sitemap by their address", async () => {
  const { ask } = visitor(await app(), "SI");
  const page = await ask("GET", "/minisitio/verano-chevrolet/playa");
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Fines de semana de playa");
  expect((await ask("GET", "/minisitio/verano-chevrolet--playa")).statusCode).toBe(404);
  expect((await ask("GET", "/minisitio/verano-chevrolet")).body).toContain(
    'href="/minisitio/verano-chevrolet/playa"',
  );
  expect((await ask("GET", "/sitemap.xml")).body).toContain("/minisitio/verano-chevrolet/playa<");
});

test("an article leads to the others, and not to itself", async () => {
  const { ask } = visitor(await app(), "SI");
  const list = await ask("GET", "/noticias");
  const articles = [...new Set([...list.body.matchAll(/href="(\/noticias\/[^"]+)"/g)].map(([, to]) => to!))];
  expect(articles.length).toBeGreaterThan(1);
  for (const article of articles) {
    const { body } = await ask("GET", article);
    const [main = ""] = /<main[\s\S]*<\/main>/.exec(body) ?? [];
    expect([article, main.includes(`href="${article}"`)]).toEqual([article, false]);
    expect(main).toContain('href="/noticias/');
  }
});

test("the gallery of blocks is part of a site in development, and of none in production", async () => {
  const path = "/_desarrollo/bloques/text";
  const inDevelopment = await visitor(await openApp(), "SI").ask("GET", path);
  const live = await visitor(await openApp({ env: productionEnv }), "SI").ask("GET", path);
  expect(live.statusCode).toBe(404);
  expect([inDevelopment.statusCode, inDevelopment.body.includes("Qué revisar antes de viajar")]).toEqual([
    200,
    true,
  ]);
});
