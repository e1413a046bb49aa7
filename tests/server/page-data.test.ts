/** Pages about one thing: found, not there, gone, moved, and when nobody knows. */
import { beforeEach, describe, expect, it } from "vitest";
import type { CompiledBrand } from "../../schemas/engine/all.ts";
import { pictureSources } from "../../server/pages/pictures.ts";
import { openApp, visitor } from "../support/app.ts";
import { office, oneOffice as one, startOffices } from "./office-parts.ts";

const { upstream, options } = await startOffices();
const near = { offices: [{ name: "Otra", address: "Calle 2", commune: "Talca", centerCode: "A-2" }] };

beforeEach(() => {
  upstream.forget();
  upstream.set(one, { body: office });
  upstream.set("GET /offices", { body: near });
});

const look = async (path = "/sucursales/A-1") => {
  const { statusCode, headers, body } = await visitor(await openApp(options), "AA").ask("GET", path);
  return { statusCode, location: headers.location, kept: headers["cache-control"], body };
};
const fetched = async (path: string) => {
  const guest = visitor(await openApp(options), "AA");
  const asked = await guest.ask("GET", `/api/page?path=${encodeURIComponent(path)}`);
  return JSON.parse(asked.body) as Record<string, unknown> & { screen?: { title: string } };
};

describe("a page about one thing", () => {
  it("is drawn with it, in its title, its words and its list", async () => {
    // The first page that a server draws may take longer than it waits for a list.
    await look();
    upstream.forget();
    const { statusCode, body } = await look();
    expect(statusCode).toBe(200);
    expect(body).toContain("<title>Casa Matriz · Alfa Autos</title>");
    expect(body).toContain('content="Dónde está Casa Matriz."');
    expect(body).toContain("Está en <strong>Talca</strong>.");
    expect(body).toContain('href="/sucursales/A-2"');
    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ["/office", { code: "A-1" }],
      ["/offices", { town: "Talca" }],
    ]);
  });

  it.each([
    ["is not known", { status: 404 }, 404],
    ["was there once", { status: 410 }, 410],
    ["says that it is closed", { body: { ...office, state: "closed" } }, 410],
  ])("that %s is answered so", async (_, behaviour, status) => {
    upstream.set(one, behaviour);
    expect(await look()).toMatchObject({ statusCode: status });
  });

  it("of which no call can be made is not there, and no service is asked", async () => {
    expect(await look("/sucursales/a%20b")).toMatchObject({ statusCode: 404 });
    expect(upstream.requests).toEqual([]);
  });

  it("that is elsewhere now leads there, for good and with the query", async () => {
    upstream.set(one, { body: { ...office, code: "B-9" } });
    expect(await look("/sucursales/A-1?utm_source=x")).toMatchObject({
      statusCode: 301,
      location: expect.stringMatching(/\/sucursales\/B-9\?utm_source=x$/) as unknown,
    });
    expect(await fetched("/sucursales/A-1")).toEqual({ redirect: "/sucursales/B-9" });
  });

  it("that is said to be where it is already stays there, however that is written", async () => {
    for (const code of ["A-1?de=ahora", "A-1/", "%41-1"]) {
      upstream.set(one, { body: { ...office, code } });
      expect([code, (await look("/sucursales/A-1")).statusCode]).toEqual([code, 200]);
    }
  });

  it("that is elsewhere with a query of its own keeps both", async () => {
    upstream.set(one, { body: { ...office, code: "B-9?de=ahora" } });
    expect(await look("/sucursales/A-1?utm_source=x")).toMatchObject({
      statusCode: 301,
      location: expect.stringMatching(/\/sucursales\/B-9\?de=ahora&utm_source=x$/) as unknown,
    });
  });

  it("is unavailable where its service fails, and kept by nobody", async () => {
    upstream.set(one, { status: 500 });
    const { statusCode, kept, body } = await look();
    expect([statusCode, kept]).toEqual([503, "private, no-store"]);
    expect(body).toContain("<title>Alfa Autos</title>");
  });

  it("is asked for once more by the browser where it was late, and then waited for", async () => {
    upstream.set(one, { body: office, delay: 2_000 });
    const { statusCode, kept, body } = await look();
    expect([statusCode, kept]).toEqual([200, "private, no-store"]);
    expect(body).toContain('"awaits":true');
    const page = await fetched("/sucursales/A-1");
    expect(page.screen?.title).toBe("Casa Matriz · Alfa Autos");
    expect(page).not.toHaveProperty("awaits");
  });

  it("tells a service who asks, and never a browser", async () => {
    const guest = visitor(await openApp(options), "AA");
    const page = await guest.ask("GET", "/sucursales/A-1");
    const { revision } = JSON.parse((await guest.ask("GET", "/api/page?path=%2Fsucursales%2FA-1")).body) as {
      revision: string;
    };
    expect(page.headers["cache-control"]).toBe("private, no-store");
    const ask = (inputs: object) =>
      guest.ask("POST", "/api/data", { revision, screen: "office", data: "near", inputs });
    expect((await ask({ town: "Talca" })).statusCode).toBe(200);
    expect((await ask({ town: "Talca", user: "somebody" })).statusCode).toBe(422);
  });
});

it("lets in the pictures of rows from the sites that a block names, and from no others", () => {
  const blocks = [
    { block: "view", item: { picture: "{row.photo}", picturesFrom: ["https://a.example"] } },
    { block: "view", item: { picture: "https://b.example/{row.photo}" } },
  ];
  const brand = { screens: [{ blocks }] } as unknown as CompiledBrand;
  expect(pictureSources(brand)).toEqual({ images: ["https://a.example", "https://b.example"] });
});
