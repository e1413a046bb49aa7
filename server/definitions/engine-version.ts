import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const engine = join(import.meta.dirname, "../../schemas/engine");

let known: Promise<string> | undefined;

/**
 * Names the engine's code: equal definitions under another engine are another meaning, so it enters every revision's hash.
 * A process runs the engine that it began with.
 */
export const engineVersion = (): Promise<string> => (known ??= hashOfEngine());

async function hashOfEngine(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await readdir(engine, { recursive: true })).filter((file) => file.endsWith(".ts"));
  for (const file of files.toSorted()) {
    hash
      .update(file)
      .update("\0")
      .update(await readFile(join(engine, file)))
      .update("\0");
  }
  return hash.digest("hex");
}
