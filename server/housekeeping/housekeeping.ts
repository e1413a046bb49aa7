/** Removes what nobody sent and nobody needs any more, now and then. */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { sessionDays } from "../http/sessions.ts";
import { removeOldHolds } from "../store/holds.ts";
import { removeOldAppointments } from "../store/appointments.ts";
import { removeOldCancellations } from "../store/cancellations.ts";
import { removeOldOpportunities } from "../store/opportunities.ts";
import { openingDays, removeOldOpenings } from "../store/openings.ts";
import { removeOldSiteConsents } from "../evidence/site-consents.ts";
import {
  removeForgottenLines,
  removeForgottenRuns,
  removeOldPasses,
  removeOldSessions,
} from "../store/housekeeping.ts";
import { removeOldHandoffs } from "../store/handoffs.ts";
import { removeLimits } from "../store/limits.ts";
import type { Store } from "../store/store.ts";
import { removeOldSignIns } from "../store/sign-ins.ts";
import { removeOldDetails } from "../store/visitor-details.ts";

/** Something that has to be cleaned by whoever knows it, in a moment of quiet. Tells how many it removed. */
export interface Chore {
  name: string;
  run(now: Date): Promise<number>;
}

export interface Housekeeping {
  /** Does all of it once; tells how many of each were removed. One that fails is logged, and the others go on. */
  once(): Promise<Record<string, number>>;
  /** Begins nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

interface HousekeepingDeps {
  store: Store;
  clock: Clock;
  log: Log;
  /** Beside what is in the database. */
  chores?: Chore[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();
const intervalMs = hourMs;
/** Days after an appointment in which its link and its plate still lead to it. */
const appointmentDays = 90;
/** Days after the end of an opportunity in which what came for it is still there to be reviewed. */
const opportunityDays = 90;
/** Days after the last day of a cancellation in which its link still says how that ended. */
const cancellationDays = 90;
/** Milliseconds after the start: whoever just came should not wait for it. */
const firstMs = 60_000;
/** Rows in one transaction: nobody waits long behind it. */
const batch = 200;

/** All batches of a chore, until one finds less than it could take. */
async function inBatches(isStopping: () => boolean, one: (most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  while (!isStopping()) {
    const found = await one(batch);
    removed += found;
    if (found < batch) break;
  }
  return removed;
}

export function startHousekeeping({ store, clock, log, chores = [] }: HousekeepingDeps): Housekeeping {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<unknown> = Promise.resolve();
  const isStopping = (): boolean => stopping;

  const remove =
    (days: number, work: typeof removeForgottenRuns): Chore["run"] =>
    (now) =>
      inBatches(isStopping, (most) => store.transaction((db) => work(db, daysBefore(now, days), most)));

  const own: Chore[] = [
    // A run is nobody's any more when its session is: it was begun later, and untouched as long.
    { name: "linesInWait", run: remove(sessionDays, removeForgottenLines) },
    { name: "runs", run: remove(sessionDays, removeForgottenRuns) },
    // As long as the session that a run has left: whoever comes back to it is told where that is.
    { name: "handoffs", run: (now) => removeOldHandoffs(store.db, daysBefore(now, sessionDays)) },
    { name: "signIns", run: (now) => removeOldSignIns(store.db, now) },
    { name: "visitorDetails", run: (now) => removeOldDetails(store.db, now.toISOString()) },
    // A day more: an instance's clock may be behind.
    { name: "sessions", run: remove(sessionDays + 1, removeOldSessions) },
    // No window is longer than a day.
    { name: "limits", run: (now) => removeLimits(store.db, daysBefore(now, 1)) },
    // A day more, as days end at another hour in each zone.
    {
      name: "openings",
      run: (now) => removeOldOpenings(store.db, daysBefore(now, openingDays + 1).slice(0, 10)),
    },
    { name: "siteConsents", run: (now) => removeOldSiteConsents(store, now) },
    // As long as somebody may ask what became of theirs.
    { name: "holds", run: (now) => removeOldHolds(store.db, new Date(daysBefore(now, sessionDays))) },
    // What somebody sent stays as their form is kept: this is what the workshop needs of it, and it is over.
    { name: "opportunities", run: remove(opportunityDays, removeOldOpportunities) },
    { name: "appointments", run: remove(appointmentDays, removeOldAppointments) },
    { name: "cancellations", run: remove(cancellationDays, removeOldCancellations) },
    { name: "captchaPasses", run: (now) => removeOldPasses(store.db, daysBefore(now, 1)) },
  ];

  const once = async (): Promise<Record<string, number>> => {
    const removed: Record<string, number> = {};
    for (const { name, run } of [...own, ...chores]) {
      if (stopping) break;
      try {
        removed[name] = await run(clock());
      } catch (error) {
        log.error({ err: error, chore: name }, "housekeeping failed");
      }
    }
    if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, "housekeeping");
    return removed;
  };

  const next = (delay: number): void => {
    if (stopping) return;
    timer = setTimeout(() => {
      working = once().finally(() => next(intervalMs));
    }, delay);
    timer.unref();
  };
  // Instances that start together do not do it together.
  next(firstMs + Math.random() * firstMs);

  return {
    once,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await working;
    },
  };
}
