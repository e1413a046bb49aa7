/** What forms on other sites may read, and what not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { fewBrands } from "../support/few-brands.ts";
import { projectRoot } from "./parts.ts";

const elsewhere = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
const allowed = "access-control-allow-origin";

interface Embedded {
  revision: string;
  today: string;
  brand: { name: string; words: object; screens: unknown[] };
  flow: { flow: string; steps: unknown[]; data: object };
}

test("a flow as it is live now, with its brand, and no pages of it", async () => {
  const app = await openApp({ clock: () => new Date("2026-11-22T01:00:00Z") });
  const { ask } = visitor(app, "SI");
  const response = await ask("GET", "/embed/contact.json", undefined, elsewhere);
  expect(response.statusCode).toBe(200);
  expect(response.headers[allowed]).toBe("*");
  expect(response.headers["cache-control"]).toBe("public, max-age=60");
  const { revision, today, brand, flow } = response.json<Embedded>();
  expect(revision).toBe(app.definitions.current("SI")!.hash);
  // It is still the day before in Chile.
  expect(today).toBe("2026-11-21");
  expect(flow).toEqual(JSON.parse(JSON.stringify(app.definitions.current("SI")!.public.flows["contact"])));
  expect(brand.name).toBe("Salazar Israel");
  expect(Object.keys(brand.words).length).toBeGreaterThan(10);
  expect(brand.screens).toEqual([]);

  const again = await ask("GET", "/embed/contact.json", undefined, {
    ...elsewhere,
    "if-none-match": String(response.headers.etag),
  });
  expect([again.statusCode, again.headers[allowed]]).toEqual([304, "*"]);

  const validators = await ask("GET", `/definitions/${revision}/contact.validators.js`, undefined, elsewhere);
  expect([validators.statusCode, validators.headers[allowed]]).toEqual([200, "*"]);
  expect(validators.headers["content-type"]).toContain("text/javascript");
});

test("a flow that there is not, in words that other sites may read", async () => {
  const { ask } = visitor(await openApp(), "SI");
  for (const path of ["/embed/nothing.json", "/embed/constructor.json"]) {
    const response = await ask("GET", path, undefined, elsewhere);
    expect([response.statusCode, response.headers[allowed]]).toEqual([404, "*"]);
    expect(response.json()).toMatchObject({ error: "not-found", message: "No existe ese formulario." });
  }
});

test("yesterday's day is not said today", async () => {
  let now = "2026-11-21T12:00:00Z";
  const { ask } = visitor(await openApp({ clock: () => new Date(now) }), "SI");
  const today = async () => (await ask("GET", "/embed/contact.json")).json<Embedded>().today;
  expect(await today()).toBe("2026-11-21");
  now = "2026-11-22T12:00:00Z";
  expect(await today()).toBe("2026-11-22");
});

test("what data queries give, after the browser has asked whether it may", async () => {
  const app = await openApp();
  const { ask } = visitor(app, "SI");
  const asks = {
    ...elsewhere,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type",
  };
  const first = await ask("OPTIONS", "/api/data", undefined, asks);
  expect(first.statusCode).toBe(204);
  expect(first.headers).toMatchObject({
    [allowed]: "*",
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
  });
  expect(first.headers["access-control-allow-credentials"]).toBeUndefined();
  const revision = app.definitions.current("SI")!.hash;
  const body = { revision, flow: "contact", data: "cities", inputs: {} };
  const answer = await ask("POST", "/api/data", body, elsewhere);
  expect([answer.statusCode, answer.headers[allowed], answer.headers["set-cookie"]]).toEqual([
    200,
    "*",
    undefined,
  ]);
  expect(answer.json<{ options: unknown[] }>().options.length).toBeGreaterThan(3);
  const wrong = await ask("POST", "/api/data", { ...body, inputs: { city: "x" } }, elsewhere);
  expect([wrong.statusCode, wrong.headers[allowed]]).toEqual([422, "*"]);
});

test("no query that waits for a press and does something, but to pages that the brand lets embed its forms", async () => {
  const known = "https://partner.example";
  const file = "brands/SI/brand.json";
  const brand = JSON.parse(readFileSync(join(projectRoot, file), "utf8")) as object;
  const app = await openApp({
    copy: { ...fewBrands(), [file]: JSON.stringify({ ...brand, embeddedBy: [known] }) },
  });
  const { ask } = visitor(app, "SI");
  const revision = app.definitions.current("SI")!.hash;
  const inputs = { document: "12345678-5", email: "ana@correo.cl" };
  const body = { revision, flow: "account-access", data: "recovery", inputs };
  const asked = async (headers: Record<string, string>) => {
    const { statusCode, headers: got, ...rest } = await ask("POST", "/api/data", body, headers);
    return [statusCode, rest.json<{ error?: string }>().error, got[allowed]];
  };
  const queued = async () => (await app.store.db.selectFrom("deliveries").select("id").execute()).length;
  expect(await asked(elsewhere)).toEqual([403, "other-site", "*"]);
  expect(await asked({ "sec-fetch-site": "same-site" })).toEqual([403, "other-site", "*"]);
  expect(await queued()).toBe(0);
  expect(await asked({ ...elsewhere, origin: known })).toEqual([200, undefined, "*"]);
  expect(await asked({})).toEqual([200, undefined, "*"]);
});

test("nothing else: no run, no page, no other definition", async () => {
  const app = await openApp();
  const { ask } = visitor(app, "SI");
  const revision = app.definitions.current("SI")!.hash;
  const begin = { flow: "contact", revision };
  const refused = await ask("POST", "/api/runs", begin, elsewhere);
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([403, "other-site"]);
  const asks = { ...elsewhere, "access-control-request-method": "POST" };
  const others = [
    ["OPTIONS", "/api/runs", asks],
    ["OPTIONS", "/api/runs/x/continue", asks],
    ["OPTIONS", "/api/runs/x/files", asks],
    ["GET", "/api/runs?flow=contact", elsewhere],
    ["GET", "/api/page?path=/", elsewhere],
    ["GET", `/definitions/${revision}/contact.json`, elsewhere],
    ["GET", "/contacto", elsewhere],
    ["GET", "/api/health", elsewhere],
  ] as const;
  for (const [method, path, headers] of others) {
    const response = await ask(method, path, undefined, headers);
    expect([path, response.headers[allowed], response.headers["access-control-allow-methods"]]).toEqual([
      path,
      undefined,
      undefined,
    ]);
  }
});
