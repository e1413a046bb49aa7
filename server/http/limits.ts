/** How often one address, or a look-up of one document, may do something. Shared by all who use the store. */
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import { networkOf } from "./client-network.ts";
import { createLimitWindows, unusedMs, WindowExhausted } from "./limit-windows.ts";
import "./route-options.ts";

export interface Limit {
  times: number;
  minutes: number;
}

/**
 * For one address. Behind it may be an office, or a mobile carrier with hundreds of people at once, so these stop
 * programs and not people: somebody who fills a form in begins once, and sends some ten drafts and three steps a minute.
 */
export const actionLimits = {
  begin: { times: 600, minutes: 10 },
  draft: { times: 12_000, minutes: 10 },
  continue: { times: 2_400, minutes: 10 },
  upload: { times: 600, minutes: 10 },
  download: { times: 300, minutes: 10 },
  data: { times: 6_000, minutes: 10 },
  page: { times: 6_000, minutes: 10 },
  handoff: { times: 60, minutes: 60 },
  arrive: { times: 100, minutes: 10 },
  // Of a provider, one address brings all that happened.
  event: { times: 6_000, minutes: 10 },
} satisfies Record<string, Limit>;

export type LimitedAction = keyof typeof actionLimits;

/** Megabytes of files that a session, and an address, may send. */
export const maxMegabytes = { session: { times: 200, minutes: 60 }, address: { times: 4_000, minutes: 60 } };
const megabyte = 1024 * 1024;

/** Whose turns, in words: what is counted is told to nobody else. */
type Counted = "address" | "document" | "mail" | "bytes";

export interface Limits {
  /**
   * Counts one more of `subject`: of what, words and metrics say. Gives nothing at once where turns are left, else waits
   * for the store.
   * @throws {ApiError} 429 `too-many` when there were too many, 503 `unavailable` when they cannot be counted.
   */
  count(subject: string, limit: Limit, of?: Exclude<Counted, "address">): Promise<void> | undefined;
  /** The same, for what an address does. */
  countAction(action: LimitedAction, address: string | undefined): Promise<void> | undefined;
  /** The same, for a call that an address makes, with a limit of its own. */
  countCall(call: string, limit: Limit, address: string): Promise<void> | undefined;
  /** The same, for a file of so many bytes: each megabyte that is begun is a turn. */
  countBytes(session: string, address: string | undefined, bytes: number): Promise<void>;
  /** Gives back what was taken ahead and not used. */
  close(): Promise<void>;
}

interface LimitsDeps {
  store: Pick<Store, "db" | "seals">;
  clock: Clock;
  log: Log;
  /** What the limits of addresses, and of mails to one, are multiplied by. */
  factor: number;
  /** Told of each refusal. */
  refused?: (subject: LimitedAction | "call" | Exclude<Counted, "address">) => void;
}

/** `Retry-After` and words for a limit that is reached. */
function tooMany(seconds: number, counted: Counted): ApiError {
  const minutes = Math.ceil(seconds / 60);
  const count = minutes === 1 ? "one" : "many";
  return new ApiError(`too-many.${counted}.${count}`, { minutes }, { retryAfter: seconds });
}

const uncounted = (): ApiError => new ApiError("unavailable.limits");

export function createLimits({
  store: { db, seals },
  clock,
  log,
  factor,
  refused = () => {},
}: LimitsDeps): Limits {
  const scaled = ({ times, minutes }: Limit): Limit => ({
    times: Math.max(1, Math.round(times * factor)),
    minutes,
  });
  const windows = createLimitWindows({
    db,
    keyOf: (subject) => seals.hashes(subject)[0],
    now: () => clock().getTime(),
    uncounted: (error) => {
      log.error({ err: error }, "requests could not be counted, and were refused");
      return uncounted();
    },
  });
  const giveBack = (which: "unused" | "all"): Promise<void> =>
    // What cannot be given back is lost until the window ends.
    windows.giveBack(which).catch((error: unknown) => log.warn({ err: error }, "turns were not given back"));
  let giving: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    giving = giving.then(() => giveBack("unused"));
  }, unusedMs).unref();

  const take = (
    subject: string,
    { times, minutes }: Limit,
    counted: Counted,
    name: LimitedAction | "call" | Exclude<Counted, "address">,
  ): Promise<void> | undefined => {
    const tell = (error: unknown): never => {
      if (!(error instanceof WindowExhausted)) throw error;
      refused(name);
      throw tooMany(Math.max(1, Math.ceil(error.wait / 1000)), counted);
    };
    try {
      return windows.take(subject, times, minutes * 60_000)?.catch(tell);
    } catch (error) {
      return tell(error);
    }
  };

  return {
    count: (subject, limit, of = "document") => take(subject, of === "mail" ? scaled(limit) : limit, of, of),
    countAction: (action, address) => {
      const limit = scaled(actionLimits[action]);
      return take(`${action} ${networkOf(address)}`, limit, "address", action);
    },
    countCall: (call, limit, address) =>
      take(`${call} from ${networkOf(address)}`, scaled(limit), "address", "call"),
    close: async () => {
      clearInterval(timer);
      await giving;
      await giveBack("all");
    },
    countBytes: async (session, address, bytes) => {
      const ofAddress = scaled(maxMegabytes.address);
      for (let left = bytes; left > 0; left -= megabyte) {
        await take(`bytes of ${session}`, maxMegabytes.session, "bytes", "bytes");
        await take(`bytes from ${networkOf(address)}`, ofAddress, "bytes", "bytes");
      }
    },
  };
}

/** Counts what routes with `config: { limit }` are asked, before a body is read. */
export function limitRequests(server: FastifyInstance, limits: Limits): void {
  // Not `onRequest`: who may ask is decided there, and those who may have to be able to read this refusal.
  server.addHook("preParsing", (request, _reply, payload, done) => {
    const action = request.routeOptions.config?.limit;
    if (action === undefined) return done(null, payload);
    try {
      const counting = limits.countAction(action, request.ip);
      if (!counting) return done(null, payload);
      counting.then(() => done(null, payload), done);
    } catch (error) {
      done(error as Error);
    }
  });
}
