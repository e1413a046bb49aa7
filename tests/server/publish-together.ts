/** Not a test: a process that opens a store and publishes, as a server does at its start. See `instances.test.ts`. */
import { keepRevision, newestRevisions } from "../../server/store/revisions.ts";
import { openStore } from "../../server/store/store.ts";
import { testDataKeys } from "../support/data-keys.ts";
import { smallRevision } from "./evidence-parts.ts";

const [dataDir, databaseUrl] = process.argv.slice(2) as [string, string?];
// Whoever started it lets all of them go at the same moment.
await new Promise((resolve) => {
  process.once("message", resolve);
  process.send!("ready");
});
const store = await openStore({ dataDir, ...(databaseUrl ? { databaseUrl, dataKeys: testDataKeys } : {}) });
for (let round = 0; round < 3; round++) {
  for (const brand of ["SI", "WI", "CO", "KI"])
    await keepRevision(store, smallRevision(brand), "engine", new Date());
}
const newest = await newestRevisions(store);
await store.close();
process.send!(newest.map(({ brand }) => brand).toSorted());
process.disconnect();
