/**
 * Part of `npm run bench -- --catalogue`: two servers over one PostgreSQL. A price changes, a car is sold; how long it
 * takes until the other server's pages say so, while somebody asks that server all the time.
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { changePrice, markSold } from "../../server/dealers/catalogue/change-stock.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import type { StockCar } from "../../server/dealers/reference/types.ts";
import { openStore } from "../../server/store/store.ts";
import { testDataKey, testDataKeys } from "../../tests/support/data-keys.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { productionEnv } from "../../tests/support/production.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";

const changes = 40;
const aimMs = 1_000;
const limitMs = 30_000;
const brand = "SI";

/** Milliseconds from a change that is committed to the first page that says so, and how long each page took. */
async function timeUntil(
  server: TestServer,
  path: string,
  isFound: (status: number, page: string) => boolean,
  pages: number[],
): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    const asked = performance.now();
    const answer = await server.fetch(brand, path, { redirect: "manual" });
    const page = await answer.text();
    pages.push(performance.now() - asked);
    if (isFound(answer.status, page)) return performance.now() - began;
    await wait(10);
  }
  throw new Error(`${path} does not say what changed within ${limitMs / 1_000} s`);
}

function share(times: number[], part: number): string {
  const inOrder = times.toSorted((a, b) => a - b);
  return inOrder[Math.min(times.length - 1, Math.floor(times.length * part))]!.toFixed(0).padStart(6);
}

export async function benchStockChanges(): Promise<void> {
  const reference = await loadReference(join(import.meta.dirname, "../../fixtures/reference"));
  const [company] = reference.companies;
  const makes = new Map(
    reference.vehicles.flatMap(({ slug: make, models }) =>
      models.flatMap(({ slug: model, versions }) =>
        versions.map(({ code }) => [code, `/marcas/${make}/usado/${make}-${model}-`] as const),
      ),
    ),
  );
  const cars = reference.stock.get(company!.companyId)!.filter(({ type }) => type === "used");
  const pageOf = ({ version, id }: StockCar): string => `${makes.get(version)}${id}`;
  const cluster = await startPostgres({ durable: true });
  const client = new pg.Client(`${cluster.url}/postgres`);
  await client.connect();
  await client.query("create database stock_changes");
  await client.end();
  const url = `${cluster.url}/stock_changes`;
  const env = {
    ...productionEnv,
    LIMIT_FACTOR: "1000000",
    DATABASE_URL: url,
    DATA_KEY: testDataKey,
  };
  const servers: TestServer[] = [];
  try {
    servers.push(await startServer({ env }));
    servers.push(await startServer({ env }));
    const store = await openStore({ dataDir: servers[0]!.dataDir, databaseUrl: url, dataKeys: testDataKeys });
    const found: number[] = [];
    const pages: number[] = [];
    for (const [at, car] of cars.slice(0, changes).entries()) {
      const server = servers[at % servers.length]!;
      const isSold = at % 4 === 3;
      if (isSold) await markSold(store, reference, car.id, new Date());
      else await changePrice(store, reference, car.id, 7_654_000 + at, new Date());
      const said = (7_654_000 + at).toLocaleString("es-CL");
      found.push(
        await timeUntil(
          server,
          pageOf(car),
          (status, page) => (isSold ? status === 410 : page.includes(said)),
          pages,
        ),
      );
    }
    await store.close();
    console.log(
      `\n${changes} changes of prices and sales, each looked for at one of two servers over PostgreSQL`,
    );
    console.log(
      `  found after  ${share(found, 0.5)} ms at the median, ${share(found, 1)} at the most (the aim is ${aimMs} ms)`,
    );
    console.log(`  a page meanwhile ${share(pages, 0.5)} ms at the median, ${share(pages, 0.95)} at p95`);
  } finally {
    for (const server of servers) await server.close();
    await cluster.stop();
  }
}
