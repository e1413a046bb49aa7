/** `npm start`: builds what is not built yet and runs the server in this process, so that signals reach it. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// Before anything else is imported: of a start, half would be compiling what the last one compiled.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));
const { buildIfNeeded } = await import("./build.ts");
const { definitionsFolder, hasOffers, sourcesOf } = await import("./authors/project.ts");
const { runServer } = await import("./run-server.ts");

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
