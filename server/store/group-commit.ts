/**
 * Turns at one SQLite connection. Those who come while others wait share one commit, so that one write to the disk serves
 * them all; each is told only after that commit, and what one takes back the others keep.
 */
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "./unavailable.ts";

export interface CommitSlot {
  /** Ends it well: resolves when what it did is on the disk, rejects when it is not. */
  keep(): Promise<void>;
  /** Takes back what it did. */
  undo(): void;
}

export interface GroupCommit {
  /**
   * Resolves when nobody else is at the connection. What is done in a turn can be taken back, but not in a `single`
   * one, which is for one statement: that is there whole or not at all.
   */
  next(how?: { single: boolean }): Promise<CommitSlot>;
}

/** Rounds of the event loop in which those who come are waited for: fewer commits, each for more of them. */
const maxRounds = 4;

/** Whoever comes later waits for the next commit: nobody waits for many others. */
const maxPerCommit = 200;

interface WaitingSlot extends PromiseWithResolvers<CommitSlot> {
  single: boolean;
}

export function createGroupCommit(database: DatabaseSync): GroupCommit {
  const waiting: WaitingSlot[] = [];
  let working = false;
  const prepared = (text: string): (() => void) => {
    const statement = database.prepare(text);
    return () => void statement.run();
  };
  // Said more often than anything else.
  const begin = prepared("begin immediate");
  const commit = prepared("commit");
  const mark = prepared("savepoint turn");
  const release = prepared("release turn");

  /** Gives one turn and waits for its end. What it wants kept joins `kept`. */
  const giveTurn = async (
    { single, ...asked }: WaitingSlot,
    kept: PromiseWithResolvers<void>[],
  ): Promise<void> => {
    const ended = Promise.withResolvers<void>();
    try {
      if (!single) mark();
    } catch (error) {
      asked.reject(error);
      return;
    }
    asked.resolve({
      keep: () => {
        const committed = Promise.withResolvers<void>();
        try {
          if (!single) release();
          kept.push(committed);
        } catch (error) {
          committed.reject(error);
        }
        ended.resolve();
        return committed.promise;
      },
      undo: () => {
        try {
          // SQLite takes the whole transaction back by itself on some errors, a full disk among them.
          if (!single && database.isTransaction) database.exec("rollback to turn; release turn");
          ended.resolve();
        } catch (error) {
          // It must not be kept with what others did: all of it is taken back.
          ended.reject(error);
        }
      },
    });
    await ended.promise;
  };

  /** Never throws: those who wait have to be told, also when the database is closed under them. */
  const takeBack = (): void => {
    try {
      if (database.isTransaction) database.exec("rollback");
    } catch {
      // Nothing was committed, and the next one to begin meets what is wrong.
    }
  };

  const workTogether = async (): Promise<void> => {
    const kept: PromiseWithResolvers<void>[] = [];
    try {
      // Taking the write lock at once means that nobody fails half-way because another process wrote.
      begin();
      for (let count = 0; count < maxPerCommit && waiting.length > 0 && database.isTransaction; count += 1) {
        await giveTurn(waiting.shift()!, kept);
      }
      if (!database.isTransaction) throw new StoreUnavailable("SQLite took the transaction back");
      commit();
      for (const one of kept) one.resolve();
    } catch (error) {
      takeBack();
      for (const one of kept) one.reject(error);
      // The lock could not be had: nobody had a turn.
      if (kept.length === 0) for (const one of waiting.splice(0)) one.reject(error);
    }
  };

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Requests that are read in the same round of the event loop come together, and those of the next while more come.
      for (let round = 0, came = 0; round < maxRounds && waiting.length > came; round += 1) {
        came = waiting.length;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await workTogether();
    }
    working = false;
  };

  return {
    next: ({ single } = { single: false }) => {
      const asked = { ...Promise.withResolvers<CommitSlot>(), single };
      waiting.push(asked);
      if (!working) {
        working = true;
        void work();
      }
      return asked.promise;
    },
  };
}
