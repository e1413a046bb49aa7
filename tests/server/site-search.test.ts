/** The search of the site: what is found by which words, its page, and the page for an address that there is not. */
import { describe, expect, test } from "vitest";
import { soughtWords } from "../../server/pages/sought-words.ts";
import { createTextSearch } from "../../server/services/embedded/text-search.ts";
import { openApp, visitor } from "../support/app.ts";

describe("texts", () => {
  const search = createTextSearch({ title: 3, body: 1 });
  search.add("branches", { title: "Sucursales", body: "Direcciones y teléfonos en Ñuñoa" });
  search.add("service", { title: "Mantención y taller", body: "Pide tu hora en la sucursal" });
  search.add("used", { title: "Camionetas usadas", body: "RAV4 y otras 4x4" });

  test.each([
    ["sucursal", ["branches", "service"]],
    ["SUCURSALES", ["branches", "service"]],
    ["mantencion", ["service"]],
    ["mantenciones", ["service"]],
    ["mant", ["service"]],
    ["nunoa", ["branches"]],
    ["camioneta", ["used"]],
    ["camionteas", ["used"]],
    ["rav 4", ["used"]],
    ["la hora de la mantención", ["service"]],
    ["de la", ["service"]],
    ["taller xyzzyq", ["service"]],
    ["taller xyzzyq plugh", []],
    ["xyzzyq", []],
    ["", []],
    ["<script>", []],
  ])("'%s' finds %j", (text, found) => expect(search.find(text)).toEqual(found));
});

test.each([
  ["/vehiculos/toyota-yaris-2020", "vehiculos toyota yaris 2020"],
  ["/AUTOS/RAV4.html", "AUTOS RAV4"],
  ["/mantenci%C3%B3n", "mantención"],
  ["/index.php", ""],
  ["/paginas-y-p%C3%A1gina/page", "paginas"],
  ["/%E0%A4%A", ""],
  ["/documentos/Zk3xT9_aQ0mYwB7rLh2sNf8dUe4", "documentos"],
  ["/clientes/ana@correo.example/12.345.678-5", "clientes"],
  ["/a/b/c", ""],
  ["/uno/dos/tres/cuatro/cinco/seis/siete", "uno dos tres cuatro cinco seis"],
])("of %s is looked for: '%s'", (path, words) => expect(soughtWords(path)).toBe(words));

const titles = (body: string): string[] =>
  [...body.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, title]) => title!.replaceAll(/<[^>]+>/g, ""));

/** What the page with the results says that it found, by the anchor of each part. */
const counts = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<a href="#(autos|paginas|sucursales)">([^<]+)</g)].map(([, at, words]) => [
      at!,
      words!,
    ]),
  );

test.each([
  ["SI", "mantención", "Mantenciones y precios", { paginas: /^\d+ páginas$/ }],
  ["WI", "mantenimiento", "Mantenimientos y precios", { paginas: /^\d+ páginas$/ }],
  ["SI", "toyota yars", "Toyota Yaris", { autos: /^\d+ autos$/ }],
  ["WI", "surquillo", "Wigo Motors Surquillo", { sucursales: /^1 sucursal$/ }],
  ["SI", "chevy plan", undefined, { paginas: /^\d+ páginas?$/ }],
])("%s: '%s' finds %s, without a script", async (brand, text, title, found) => {
  const { ask } = visitor(await openApp(), brand);
  const page = await ask("GET", `/buscar?q=${encodeURIComponent(text)}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<meta name="robots" content="noindex');
  expect(page.body).toContain(`value="${text}"`);
  expect(counts(page.body)).toMatchObject(
    Object.fromEntries(Object.entries(found).map(([at, words]) => [at, expect.stringMatching(words)])),
  );
  if (title !== undefined) expect(titles(page.body)).toContain(title);
});

test("who looks for nothing is told of nothing; who finds nothing reads what to do", async () => {
  const { ask } = visitor(await openApp(), "SI");
  const empty = await ask("GET", "/buscar?q=%20%20");
  expect([empty.statusCode, counts(empty.body)]).toEqual([200, {}]);
  expect(empty.body).not.toContain("<strong>No encontramos nada");
  const nothing = await ask("GET", "/buscar?q=%3Cxyzzyq%3E");
  expect(nothing.body).toContain("No encontramos nada con «&lt;xyzzyq&gt;»");
  expect(nothing.body).toContain('href="/sucursales"');
});

test("what is another brand's, or for who is signed in, is not found", async () => {
  const app = await openApp();
  const found = async (brand: string, text: string) => {
    const { body } = await visitor(app, brand).ask("GET", `/buscar?q=${encodeURIComponent(text)}`);
    return titles(body).slice(0, -3);
  };
  expect(await found("SI", "PLAFT")).toEqual([]);
  expect((await found("WI", "PLAFT")).length).toBeGreaterThan(0);
  expect((await found("SI", "mi cuenta")).filter((title) => /cuenta/i.test(title))).toEqual([]);
});

test.each(["SI", "WI"])(
  "%s: the page for an address that there is not searches for its words",
  async (brand) => {
    const { ask } = visitor(await openApp(), brand);
    const page = await ask("GET", "/autos/toyota-yaris-viejo");
    expect(page.statusCode).toBe(404);
    expect(page.headers["cache-control"]).toBe("private, no-store");
    expect(page.body).toContain('<meta name="robots" content="noindex');
    expect(page.body).toContain('value="autos toyota yaris viejo"');
    expect(titles(page.body)).toContain("Toyota Yaris");
    for (const to of ["/buscar", "/vehiculos", "/sucursales", "/contacto"]) {
      expect(page.body).toMatch(new RegExp(`(href|action)="${to}"`));
    }
    // Nothing to look for: the same page for everybody.
    const bare = await ask("GET", "/x/9");
    expect([bare.statusCode, bare.headers["cache-control"]]).toEqual([404, "private, no-cache"]);
    // The page that is drawn by the browser is told the same.
    const told = await ask("GET", "/api/page?path=/autos/toyota-yaris-viejo");
    expect(told.json()).toMatchObject({ search: "?q=autos+toyota+yaris+viejo", screen: { answers: 404 } });
  },
);

test.each([
  ["SI", "/esto/no-existe", []],
  ["SI", "/pagina-que-no-existe", []],
  ["SI", "/blog/como-comprar-un-auto", []],
  ["WI", "/mantencion", []],
  ["SI", "/quienes-somos", ["Nosotros"]],
  ["SI", "/tasar-el-auto", ["Tasa tu auto", "¿Puedo llevar mi auto para tasarlo?"]],
  ["WI", "/sucursaels", ["Sucursales", "Agenda tu servicio técnico"]],
  ["WI", "/seguros", ["Financiamiento, seguro y leasing", "¿Puedo usar mi seguro en planchado y pintura?"]],
])(
  "%s: instead of %s is offered what is called so, not what says so in passing: %j",
  async (brand, path, found) => {
    const { body } = await visitor(await openApp(), brand).ask("GET", path);
    expect(titles(body).slice(0, -4)).toEqual(found);
  },
);

test("the service takes a text, a limit and whether names alone count", async () => {
  const app = await openApp();
  const revision = app.definitions.current("SI")!;
  const call = (input: Record<string, unknown>) =>
    app.services.call({ revision, call: "site.search", input, key: "one" });
  const all = await call({ text: "servicio" });
  const two = await call({ text: "servicio", limit: 2 });
  expect(all).toMatchObject({ ok: true });
  const { rows, total } = (two as { data: { rows: unknown[]; total: number } }).data;
  expect([rows.length, total]).toEqual([2, (all as { data: { total: number } }).data.total]);
  const named = await call({ text: "servicio", named: true });
  expect((named as { data: { total: number } }).data.total).toBeLessThan(
    (all as { data: { total: number } }).data.total,
  );
  await expect(call({ text: "a".repeat(81) })).rejects.toThrow("text");
  await expect(call({ text: "servicio", limit: 21 })).rejects.toThrow("limit");
});
