import type { Revision } from "../../schemas/engine/serve.ts";

/** The revision of something that is stored, a run or a wait: such revisions are kept. @throws {Error} where it is gone. */
export async function requiredRevision(
  { revision: find }: { revision(brand: string, hash: string): Promise<Revision | undefined> },
  { brand, revision: hash }: { brand: string; revision: string },
): Promise<Revision> {
  const revision = await find(brand, hash);
  if (!revision) throw new Error(`revision ${hash} of ${brand} is gone`);
  return revision;
}
