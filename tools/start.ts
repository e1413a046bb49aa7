/** What `start.mjs` runs, of `npm start`: builds what is not built yet and runs the server in this process, so that signals reach it. */
import { flushCompileCache } from "node:module";
import { definitionsFolder, hasOffers, sourcesOf } from "./authors/project.ts";
import { buildIfNeeded } from "./build.ts";
import { runServer } from "./run-server.ts";

try {
  await buildIfNeeded();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// The first time only: after that, `npm run check` and `npm run dev` keep it as the definitions are.
const folder = definitionsFolder(undefined);
if (process.env["NODE_ENV"] !== "production" && !hasOffers(folder)) {
  const { writeOffers } = await import("./authors/offers.ts");
  await writeOffers(folder, await sourcesOf(folder));
}
await runServer();
// Also for whoever ends this process without leave.
flushCompileCache();
