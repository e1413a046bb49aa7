import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const engine = join(import.meta.dirname, "../../schemas/engine");

let known: Promise<string> | undefined;

/**
 * Names the engine's code to the letter: what was built or proven with other code is done again, and a server takes over
 * no revision that other code compiled. It does not enter a revision's hash; what that says is `meaningVersion`.
 * A process runs the engine that it began with.
 */
export const engineCodeHash = (): Promise<string> => (known ??= hashOfEngine());

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
