/** How often one address, or a look-up of one document, may do something. Shared by all who use the store. */
import type { FastifyInstance } from "fastify";
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { countMore } from "../store/limits.ts";
import type { Store } from "../store/store.ts";
import { networkOf } from "./address.ts";
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
} satisfies Record<string, Limit>;

export type LimitedAction = keyof typeof actionLimits;

/** Megabytes of files that a session, and an address, may send. */
export const mostBytes = { session: { times: 200, minutes: 60 }, address: { times: 4_000, minutes: 60 } };
const megabyte = 1024 * 1024;

/** Whose turns, in words: what is counted is told to nobody else. */
type Counted = "address" | "document" | "mail" | "bytes";

export interface Limits {
  /**
   * Counts one more of `subject`: of what, words and figures say. Gives nothing at once where turns are left, else waits
   * for the store.
   * @throws {ApiError} 429 `too-many` when there were too many, 503 `unavailable` when they cannot be counted.
   */
  count(subject: string, limit: Limit, of?: Exclude<Counted, "address">): Promise<void> | undefined;
  /** The same, for what an address does. */
  countAction(action: LimitedAction, address: string | undefined): Promise<void> | undefined;
  /** The same, for a file of so many bytes: each megabyte that is begun is a turn. */
  countBytes(session: string, address: string | undefined, bytes: number): Promise<void>;
}

interface Parts {
  store: Pick<Store, "db" | "seals">;
  clock: Clock;
  log: Log;
  /** What the limits of addresses are multiplied by. */
  factor: number;
  /** Told of each refusal. */
  refused?: (subject: LimitedAction | Exclude<Counted, "address">) => void;
}

/** Turns are taken from the store in blocks, so that most requests cost no statement. One in so many of the limit. */
const blocks = 20;
/** Subjects that are remembered; of one that is forgotten, what is left of a block counts as used. */
const mostRemembered = 20_000;

interface Turns {
  /** Milliseconds. */
  began: number;
  ends: number;
  left: number;
  /** The store has no more of them in this window. */
  isOver: boolean;
  taking: Promise<void> | undefined;
}

const tooOften: Record<Counted, string> = {
  address: "Recibimos demasiadas solicitudes desde tu conexión.",
  document: "Estos datos se consultaron demasiadas veces.",
  mail: "Ya enviamos varios correos.",
  bytes: "Recibimos demasiados archivos.",
};

/** `Retry-After` and words for a limit that is reached. */
function tooMany(seconds: number, counted: Counted): ApiError {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "un minuto" : `${minutes} minutos`;
  const words = `${tooOften[counted]} Espera ${wait} y vuelve a intentarlo: tus respuestas siguen aquí.`;
  return new ApiError(429, "too-many", words, undefined, { retryAfter: seconds });
}

const uncounted = (): ApiError =>
  new ApiError(
    503,
    "unavailable",
    "No podemos atender tu solicitud ahora. Vuelve a intentarlo en unos minutos.",
  );

export function createLimits({
  store: { db, seals },
  clock,
  log,
  factor,
  refused = () => {},
}: Parts): Limits {
  const remembered = new Map<string, Turns>();
  const scaled = ({ times, minutes }: Limit): Limit => ({
    times: Math.max(1, Math.round(times * factor)),
    minutes,
  });

  const turnsOf = (subject: string, length: number, now: number): Turns => {
    const known = remembered.get(subject);
    if (known && now < known.ends && now >= known.began) return known;
    const began = Math.floor(now / length) * length;
    const turns = { began, ends: began + length, left: 0, isOver: false, taking: undefined };
    remembered.delete(subject);
    remembered.set(subject, turns);
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!);
    return turns;
  };

  const takeMore = async (turns: Turns, subject: string, times: number): Promise<void> => {
    const by = Math.max(1, Math.floor(times / blocks));
    const window = new Date(turns.began).toISOString();
    let count: number;
    try {
      count = await countMore(db, { key: seals.hashes(subject)[0], window, by });
    } catch (error) {
      log.error({ err: error }, "requests could not be counted, and were refused");
      throw uncounted();
    } finally {
      turns.taking = undefined;
    }
    turns.left = Math.max(0, Math.min(by, times - count + by));
    turns.isOver = count >= times;
  };

  const take = (subject: string, { times, minutes }: Limit, counted: Counted): Promise<void> | undefined => {
    const now = clock().getTime();
    const turns = turnsOf(subject, minutes * 60_000, now);
    if (turns.left > 0) {
      turns.left -= 1;
      return undefined;
    }
    if (turns.isOver) throw tooMany(Math.max(1, Math.ceil((turns.ends - now) / 1000)), counted);
    turns.taking ??= takeMore(turns, subject, times);
    // Those who came together share what was taken; whoever gets none of it asks again.
    return turns.taking.then(() => take(subject, { times, minutes }, counted));
  };

  const telling = (
    name: LimitedAction | Exclude<Counted, "address">,
    work: () => Promise<void> | undefined,
  ): Promise<void> | undefined => {
    const tell = (error: unknown): never => {
      if (error instanceof ApiError && error.status === 429) refused(name);
      throw error;
    };
    try {
      return work()?.catch(tell);
    } catch (error) {
      return tell(error);
    }
  };

  return {
    count: (subject, limit, of = "document") => telling(of, () => take(subject, limit, of)),
    countAction: (action, address) => {
      const limit = scaled(actionLimits[action]);
      return telling(action, () => take(`${action} ${networkOf(address)}`, limit, "address"));
    },
    countBytes: async (session, address, bytes) => {
      const ofAddress = scaled(mostBytes.address);
      for (let left = bytes; left > 0; left -= megabyte) {
        await telling("bytes", () => take(`bytes of ${session}`, mostBytes.session, "bytes"));
        await telling("bytes", () => take(`bytes from ${networkOf(address)}`, ofAddress, "bytes"));
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
