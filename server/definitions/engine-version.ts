import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const engine = join(import.meta.dirname, "../../schemas/engine");

/** Names the engine's code: equal definitions under another engine are another meaning, so it enters every revision's hash. */
export async function engineVersion(): Promise<string> {
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
