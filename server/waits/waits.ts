/** Waits of runs: who brings an event, and who runs the branch that follows. */
import type { Revision } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { backOff } from "../deliveries/back-off.ts";
import { seeThrough } from "../leases/see-through.ts";
import { startLeasedWork } from "../leases/worker.ts";
import { continueWait } from "../runs/run-branch.ts";
import type { RunDeps } from "../runs/runs.ts";
import { leaseDecided, leaseWaits, nextWaitAt, postponeWait, type LeasedWait } from "../store/wait-leases.ts";
import { isLeased } from "../store/leases.ts";
import {
  bringEvent,
  findWait,
  tellTime,
  type Brought,
  type NewWaitEvent,
  type Wait,
} from "../store/waits.ts";

export interface Waits {
  /**
   * Brings an event, and sees its branch through where it decided the wait. Whoever brings it again is told the same, and
   * nothing happens twice.
   */
  bring(wait: Pick<Wait, "id">, event: NewWaitEvent): Promise<Brought>;
  /** Looks now: what was decided elsewhere, or whose time is over. */
  wake(): void;
  /** Takes nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Longer than any branch may take, which is 10 s: what a killed server had leased goes on elsewhere after that. */
const leaseMs = 24_000;
const atOnce = 4;
/** Milliseconds until a run that somebody is at work on is tried again. */
const busyPauseMs = 500;

export function startWaits(parts: RunDeps & { owner: string; random?: () => number }): Waits {
  const { store, clock, log, owner, metrics, random = Math.random } = parts;

  const leaseNow = () => {
    const now = clock();
    const until = new Date(now.getTime() + leaseMs).toISOString();
    return { owner, now: now.toISOString(), until };
  };

  /** Runs the branch of one that is decided and leased. */
  const runBranch = async (wait: LeasedWait): Promise<void> => {
    const { id, brand, flow, event, outcome, attempts: attempt } = wait;
    try {
      await continueWait(parts, wait);
    } catch (error) {
      return await settleFailure(wait, error);
    }
    metrics.waitOver(brand, flow, event, outcome!);
    log.info({ wait: id, brand, flow, event, outcome, attempt }, "a wait is over");
  };

  const settleFailure = async (wait: LeasedWait, error: unknown): Promise<void> => {
    const { id, brand, flow, event, attempts: attempt } = wait;
    const isBusy = error instanceof ApiError && error.code === "busy";
    const pause = isBusy ? busyPauseMs : backOff(attempt, random());
    if (!isBusy)
      log.error({ err: error, wait: id, brand, flow, event, attempt, pause }, "a wait could not go on");
    const next = pause === undefined ? undefined : new Date(clock().getTime() + pause).toISOString();
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
    await postponeWait(store.db, wait, text, { next, counts: !isBusy });
  };

  /** Waits that this process is at work on, by their ids: whoever brings something sees it through. */
  const underWay = new Map<string, Promise<void>>();

  const carryOut = async (wait: LeasedWait): Promise<void> => {
    const work = endOrRun(wait).finally(() => underWay.delete(wait.id));
    underWay.set(wait.id, work);
    await work;
  };

  const endOrRun = async (wait: LeasedWait): Promise<void> => {
    if (wait.state === "decided") return await runBranch(wait);
    const now = clock().toISOString();
    await store.transaction((db) => tellTime(db, wait.id, now));
    // Whoever decided it, its branch is to be run.
    const decided = await leaseDecided(store.db, wait.id, leaseNow());
    if (decided) await runBranch(decided);
  };

  const work = startLeasedWork({
    atOnce,
    lease: (limit) => leaseWaits(store.db, { ...leaseNow(), limit }),
    untilNext: async () => {
      const next = await nextWaitAt(store.db);
      return next && next.getTime() - clock().getTime();
    },
    carryOut,
    lost: (wait, error) => log.error({ err: error, wait: wait.id }, "a wait was not recorded"),
    what: "waits",
    log,
  });

  return {
    ...work,
    bring: async ({ id }, event) => {
      const now = clock().toISOString();
      const brought = await store.transaction((db) => bringEvent(db, id, event, now));
      if (brought === "late")
        log.warn({ wait: id, source: event.source }, "an event came too late, and is kept");
      await seeThrough({
        lease: () => leaseDecided(store.db, id, leaseNow()),
        carryOut: runBranch,
        underWay: () => underWay.get(id),
        isLeased: async () => isLeased(await findWait(store.db, id), clock()),
      });
      return brought;
    },
  };
}

/** The definition of what is waited for, in the revision that the run began with. */
export async function eventTypeOf(
  { definitions }: Pick<RunDeps, "definitions">,
  { brand, revision: hash, event }: Pick<Wait, "brand" | "revision" | "event">,
): Promise<NonNullable<Revision["private"]["events"]>[string]> {
  const revision = await definitions.revision(brand, hash);
  const type = revision?.private.events?.[event];
  if (!type) throw new Error(`revision ${hash} of ${brand} knows no event "${event}"`);
  return type;
}
