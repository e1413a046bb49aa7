/** `npm start`: builds what is not built yet and runs the server in this process, so that signals reach it. */
import { buildIfNeeded } from "./build.ts";
import { runServer } from "./run-server.ts";

try {
  await buildIfNeeded();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await runServer();
