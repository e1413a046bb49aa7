/** Where a step's program waits, and the addresses at which what it waits for is brought. */
import { createHash } from "node:crypto";
import { waitBranchNames, type AwaitLine, type Instruction } from "../../schemas/engine/serve.ts";
import { newToken } from "../random.ts";
import type { Run } from "../store/runs.ts";
import type { Queries } from "../store/store.ts";
import { prepareWait } from "../store/waits.ts";
import { oneTimeCode } from "./one-time-code.ts";

/** One that stands in a program, and where: `<line>`, or `<line>/<branch>/<line>`. */
export interface PlacedAwait {
  line: AwaitLine;
  place: string;
}

/** All that a program waits for, in its branches too. */
export function awaitsIn(lines: Instruction[], prefix = ""): PlacedAwait[] {
  return lines.flatMap((line, index): PlacedAwait[] => {
    const place = `${prefix}${index}`;
    if ("onFailure" in line) return awaitsIn(line.onFailure, `${place}/`);
    if (!("await" in line)) return [];
    const inner = waitBranchNames.flatMap((branch) => awaitsIn(line[branch] ?? [], `${place}/${branch}/`));
    return [{ line, place }, ...inner];
  });
}

/** @throws {Error} where the program of this revision has none there. */
export function awaitAt(lines: Instruction[], place: string): AwaitLine {
  const found = awaitsIn(lines).find((one) => one.place === place);
  if (!found) throw new Error(`the program waits for nothing at "${place}"`);
  return found.line;
}

/** What a wait is known by, and where its event is brought. */
export interface PreparedWait {
  id: string;
  address: string;
  /** What a person types who was told it by another way. */
  code: string;
}

export const waitTokenHash = (token: string): string =>
  createHash("sha256").update(`wait ${token}`).digest("hex");

/**
 * Opens the addresses of a step's waits, by the names of what they wait for, before its program runs: it tells them to
 * services. An attempt that is repeated tells the same. A branch opens those `within` it.
 */
export async function prepareWaits(
  db: Queries,
  run: Pick<Run, "id" | "brand" | "flow" | "revision">,
  step: string,
  lines: Instruction[],
  { origin, now, within = "" }: { origin: string; now: string; within?: string },
): Promise<ReadonlyMap<string, PreparedWait>> {
  const prepared = new Map<string, PreparedWait>();
  for (const { line, place } of awaitsIn(lines)) {
    if (!place.startsWith(within)) continue;
    const token = newToken();
    const { id: of, brand, flow, revision } = run;
    const wait = { run: of, brand, flow, revision, step, line: place, event: line.await };
    const opened = { address: `${origin}/api/events/${token}`, token_hash: waitTokenHash(token) };
    const kept = await prepareWait(db, wait, opened, now);
    prepared.set(line.as, { ...kept, code: oneTimeCode(kept.address) });
  }
  return prepared;
}
