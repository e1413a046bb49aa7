/** Somebody else's catalogue, which answers as the embedded one does, until it is told to be slow, to fail or to rave. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { dealerServices } from "../../server/dealers/services/index.ts";
import { routeOf } from "../../server/services/embedded/service.ts";
import { openStore } from "../../server/store/store.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import { root } from "./definitions.ts";
import { startStandIn, type Received } from "./stand-in.ts";

export const searchRoute = "GET /catalog/api/car/filter";

/** Starts one of the first dealer, and says how it answers when it is well. */
export async function startCatalogueUpstream() {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrina-catalogue-"));
  const store = await openStore({ dataDir });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  const reference = await loadReference(join(root, "fixtures/reference"));
  const catalog = dealerServices(reference)({ store, clock: () => new Date() }).find(
    ({ service }) => service === "catalog",
  )!;
  await catalog.prepare!();
  const facts = { companyId: 1, country: "CL", timeZone: "America/Santiago" };
  const brand = { code: "SI", name: "SI", colour: "#000000", mails: () => [] as never, facts };
  const answer = async ({ method, path, query }: Received) => {
    const { route, params } = routeOf(catalog, method, path)!;
    const asked = { brand, params, query, headers: {}, body: undefined, key: undefined };
    const { status, body } = await route.handle(asked);
    return { status, body };
  };
  const upstream = await startStandIn({
    [searchRoute]: answer,
    "GET /catalog/api/car/most-visit": answer,
  });
  afterAll(() => upstream.stop());
  return { upstream, answer };
}
