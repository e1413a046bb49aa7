// Plain JavaScript, because what takes the types out of TypeScript is loaded only where something was not compiled yet.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before anything else is imported: of a start, half would be compiling what the last one compiled.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
await import("./start.ts");
