/** What is kept, held and erased of what people sent. */
import type { Config } from "../config/config.ts";
import { eraseRun, planErasure, type Erasure, type ErasurePlan } from "../evidence/erase.ts";
import { removeExternalCopies } from "../evidence/external-cleanup.ts";
import { applyRetention, planRetention, retainedFlows } from "../evidence/retention.ts";
import { openStorage } from "../storage/storage.ts";
import type { ExternalCopies } from "../store/erasure.ts";
import { newestRevisions } from "../store/revisions.ts";
import { entriesOf } from "../store/evidence.ts";
import { siteConsentsOf, type SiteConsent } from "../store/site-consents.ts";
import type { Queries } from "../store/store.ts";
import type { Opened } from "./store.ts";

export { setHold } from "../evidence/erase.ts";
export { revoke } from "../evidence/revoke.ts";
export { consentsOf } from "../store/evidence.ts";

/** A visitor's choice, and its place in the log: null while it waits for that, undefined where it is not in it. */
export type PlacedChoice = SiteConsent & { position: number | null | undefined };

/** What a visitor allowed of others, the first choice first. */
export async function choicesOf(db: Queries, visitor: string): Promise<PlacedChoice[]> {
  const choices: PlacedChoice[] = [];
  for (const choice of await siteConsentsOf(db, visitor)) {
    const [entry] = await entriesOf(db, choice.id);
    choices.push({ ...choice, position: entry?.position });
  }
  return choices;
}

/** Removes what an erasure names outside of the database; what cannot be removed stops the work. */
async function withRemoval<T>(
  config: Config,
  work: (remove: (copies: ExternalCopies) => Promise<void>) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(config);
  try {
    const discard = async (names: string[]): Promise<void> => {
      for (const name of names) await storage.remove(name);
    };
    return await work(removeExternalCopies(config.dataDir, discard));
  } finally {
    await storage.close();
  }
}

/** What an erasure of a run would take, and whether it may. */
export async function plannedErasure(
  { store }: Pick<Opened, "store">,
  run: string,
  now: Date,
): Promise<{ plan: ErasurePlan; isFree: boolean }> {
  const plan = await planErasure(store.db, run, now);
  return { plan, isFree: plan.holds.length === 0 && !plan.atWork && !plan.done };
}

/** Erases a run as its person asked, with all that lies outside of the database. */
export const eraseAsked = ({ store, config }: Opened, run: string, reason: string, now: Date) =>
  withRemoval(config, async (remove): Promise<Erasure> => {
    const erasure = await eraseRun(store, run, { by: "request", reason }, now);
    if (erasure.outcome === "erased") await remove(erasure.elsewhere);
    return erasure;
  });

/** Erases what is past its flow's time, or says what that would be. */
export async function retain({ store, config }: Opened, { isDry, now }: { isDry: boolean; now: Date }) {
  const live = new Map((await newestRevisions(store)).map((revision) => [revision.brand, revision]));
  const flows = await retainedFlows(store.db, (brand) => live.get(brand), now);
  if (isDry) return await planRetention(store.db, flows, now);
  return await withRemoval(config, async (remove) => {
    const done = await applyRetention(store, flows, now, remove);
    return flows.map((kept) => ({
      kept,
      erasures: done.filter((one) => one.kept === kept).map(({ erasure }) => erasure),
    }));
  });
}
