/** A form that no brand has, with all that it needs, dropped into a server that runs; and the service that it asks. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "./server.ts";
import { startStandIn, type StandIn } from "./stand-in.ts";

export const path = "/parte-de-pago";
const root = join(import.meta.dirname, "../..");
const folder = join(import.meta.dirname, "trade-in");
const screen = "trade-in";

/** Definition files by path from the project's root, what others need first. */
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .toSorted((one, other) => rank(one) - rank(other));

function rank(file: string): number {
  const first = ["schemas/content/", "brands/", "schemas/services/", "schemas/kinds/", "schemas/fragments/"];
  const last = ["/options/", "/flow.json", "/wording.es.json", "/examples/", "schemas/screens/"];
  return [...first, ...last].findIndex((part) => file.includes(part));
}

const brandFile = (brand: string): string => `brands/${brand}/brand.json`;

/** A brand's file that names the page too. */
function withPage(text: string): string {
  const definition = JSON.parse(text) as { screens: string[] };
  return `${JSON.stringify({ ...definition, screens: [...definition.screens, screen] }, null, 2)}\n`;
}

/** Writes the files, one after another as a person saves them, and names the page in the brand last. */
export function dropIn(server: TestServer, brand: string): void {
  for (const file of files) server.write(file, readFileSync(join(folder, file), "utf8"));
  server.write(brandFile(brand), withPage(server.read(brandFile(brand))));
}

/** The same, for a server that starts with it. */
export const droppedIn = (brand: string): Record<string, string> => ({
  ...Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")])),
  [brandFile(brand)]: withPage(readFileSync(join(root, brandFile(brand)), "utf8")),
});

/** The files, parsed. */
export const definitions = (): Record<string, unknown> =>
  Object.fromEntries(files.map((file) => [file, JSON.parse(readFileSync(join(folder, file), "utf8"))]));

const models: Record<string, { id: string; name: string }[]> = {
  KIA: [
    { id: "RIO", name: "Rio 1.4" },
    { id: "EV3", name: "EV3" },
  ],
  MG: [{ id: "ZS", name: "ZS" }],
};
const prices: Record<string, number> = { RIO: 7_500_000, EV3: 21_000_000 };

/** What makes offers for used cars. Of the plate AAAA11 it knows the car; a ZS has no price. */
export const startTradeIns = (): Promise<StandIn> =>
  startStandIn({
    "GET /makes": {
      body: [
        { id: "KIA", name: "Kia" },
        { id: "MG", name: "MG" },
      ],
    },
    "GET /models": ({ query }) => ({ body: models[query["make"]!] ?? [] }),
    "GET /vehicles": ({ query }) => ({
      body:
        query["plate"] === "AAAA11"
          ? { make: "KIA", model: "RIO", mileage: 45_000, name: "Kia Rio 1.4" }
          : {},
    }),
    "GET /estimates": ({ query }) => ({ body: { price: prices[query["model"]!] ?? 0 } }),
    "POST /offers": ({ body }) => ({ body: { price: prices[(body as { model: string }).model] ?? 0 } }),
    "POST /leads": { body: {} },
  });
