/** The database cannot be used just now: full disk, lost connection, a lock that another process holds. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}

/** SQLite's primary result codes: BUSY, LOCKED, IOERR, FULL, CANTOPEN. */
const sqliteTrouble = new Set([5, 6, 10, 13, 14]);
/** PostgreSQL's classes: connection, resources, the operator's intervention; and read-only, as a standby is. */
const postgresTrouble = /^(?:08|53|57|25006)/;
const networkTrouble = /^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;
/** What `pg` says without a code. */
const lostConnection =
  /connection (?:terminated|timeout|error)|timeout exceeded when trying to connect|not queryable/i;

/** The error as the store's users see it: `StoreUnavailable` where a repeat may help, else as it is. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const { errcode, code } = error as Error & { errcode?: number; code?: unknown };
  const troubled =
    (errcode !== undefined && sqliteTrouble.has(errcode & 0xff)) ||
    (typeof code === "string" && (postgresTrouble.test(code) || networkTrouble.test(code))) ||
    (code === undefined && lostConnection.test(error.message));
  return troubled ? new StoreUnavailable("The database cannot be used now", { cause: error }) : error;
}
