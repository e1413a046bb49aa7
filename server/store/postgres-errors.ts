/** What PostgreSQL says of what it did not do. By codes: its words follow the language of the server. */

interface PostgresError {
  code?: unknown;
  routine?: unknown;
}

const read = (error: unknown): PostgresError => error ?? {};

/** A constraint decided: somebody else has written the same key meanwhile. */
export const isTaken = (error: unknown): boolean => read(error).code === "23505";

/** A statement was planned for a table that has other columns now, as a newer version's migration left it. */
export const isOldPlan = (error: unknown): boolean => {
  const { code, routine } = read(error);
  return code === "0A000" && routine === "RevalidateCachedQuery";
};

/** Two transactions stood in each other's way: deadlock, or a table was changed under one. It is to be done again. */
export const isConflict = (error: unknown): boolean => {
  const { code } = read(error);
  return code === "40001" || code === "40P01" || isOldPlan(error);
};

/** Codes after which the connection is none any more: it could not be had, was ended by an operator or for being idle. */
const lost = /^(?:08|57P0|25P0[34])/;

/** A statement failed, and the connection did not: all that went with it was taken back. */
export function isTakenBack(error: unknown): boolean {
  const { code } = read(error);
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !lost.test(code);
}
