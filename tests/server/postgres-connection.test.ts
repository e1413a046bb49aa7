/** Connections to PostgreSQL on clients of the test's own: what is sent, and what is not, where something fails. */
import { setImmediate } from "node:timers/promises";
import { createQueryId, RawNode, type CompiledQuery } from "kysely";
import { describe, expect, test } from "vitest";
import { postgresConnection } from "../../server/store/postgres-connection.ts";
import { createSharedWrites, asTransaction, type TakenClient } from "../../server/store/shared-writes.ts";
import type { StatementResult } from "../../server/store/statement-batch.ts";

const query = (sql: string): CompiledQuery => ({
  sql,
  query: RawNode.createWithSql(sql),
  queryId: createQueryId(),
  parameters: [],
});
const statements = (...texts: string[]) => texts.map((text) => ({ text, values: [] }));
const failure = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

/** Clients that write down what they are asked; `answer` throws what a statement fails with. */
function clients(answer: (text: string) => void = () => {}) {
  const log: string[] = [];
  let taken = 0;
  const take = async (): Promise<TakenClient> => {
    const name = `c${(taken += 1)}`;
    const ask = async (text: string): Promise<StatementResult> => {
      log.push(`${name} ${text}`);
      answer(text);
      return { command: "SELECT", rowCount: 0, rows: [{ text }] };
    };
    return {
      queue: { ask },
      release: (isBroken) => void log.push(`${name} ${isBroken ? "broken" : "free"}`),
    };
  };
  return { take, log };
}

describe("a transaction", () => {
  test("takes a client with its first statement that has to go, and gives it back once", async () => {
    const { take, log } = clients();
    const connection = postgresConnection(take, createSharedWrites(take));
    connection.begin("begin");
    expect(log).toEqual([]);
    await connection.executeQuery(query("a"));
    await Promise.all([connection.executeQuery(query("b")), connection.executeQuery(query("c"))]);
    await connection.commit();
    connection.release();
    expect(log).toEqual(["c1 begin", "c1 a", "c1 b", "c1 c", "c1 commit", "c1 free"]);
  });

  test("keeps what is asked last for its commit, and does not keep it for ever", async () => {
    const { take, log } = clients();
    const connection = postgresConnection(take, createSharedWrites(take));
    connection.begin("begin");
    await connection.executeQuery(query("a"));
    const last = connection.executeQuery(query("b"));
    connection.holdForCommit();
    await Promise.resolve();
    expect(log).toEqual(["c1 begin", "c1 a"]);
    await last;
    const held = connection.executeQuery(query("c"));
    connection.holdForCommit();
    await connection.commit();
    await held;
    expect(log).toEqual(["c1 begin", "c1 a", "c1 b", "c1 c", "c1 commit"]);
  });

  test("that has no client sends nothing, also of what is asked too late", async () => {
    const { take, log } = clients();
    let isDown = true;
    const connection = postgresConnection(
      async () => (isDown ? Promise.reject(failure("08006")) : await take()),
      createSharedWrites(take),
    );
    connection.begin("begin");
    const first = connection.executeQuery(query("a"));
    await expect(first).rejects.toThrow("08006");
    const second = connection.executeQuery(query("b"));
    isDown = false;
    await Promise.all([expect(second).rejects.toThrow(), connection.rollback()]);
    connection.release();
    await expect(connection.executeQuery(query("c"))).rejects.toThrow("after the end");
    await setImmediate();
    expect(log).toEqual([]);
  });

  test("that is given back sends nothing of what was not sent", async () => {
    const { take, log } = clients();
    const connection = postgresConnection(take, createSharedWrites(take));
    connection.begin("begin");
    const late = connection.executeQuery(query("a"));
    connection.release();
    await expect(late).rejects.toThrow("given back");
    await setImmediate();
    expect(log).toEqual([]);
  });
});

describe("alone", () => {
  test.each([
    ["a deadlock", failure("40P01")],
    ["a plan for a table as it was", failure("0A000", { routine: "RevalidateCachedQuery" })],
  ])("%s is done again", async (_what, error) => {
    let tries = 0;
    const { take, log } = clients(() => {
      if ((tries += 1) === 1) throw error;
    });
    await postgresConnection(take, createSharedWrites(take)).executeQuery(query("a"));
    expect(log).toEqual(["c1 a", "c1 free", "c2 a", "c2 free"]);
  });

  test("a deadlock of a whole transaction is told at once: it is the store that does it again", async () => {
    const { take, log } = clients((text) => {
      if (text === "a") throw failure("40P01");
    });
    const connection = postgresConnection(take, createSharedWrites(take));
    connection.begin("begin");
    const asked = connection.executeQuery(query("a"));
    await Promise.all([
      expect(asked).rejects.toThrow("40P01"),
      expect(connection.commit()).rejects.toThrow("40P01"),
    ]);
    // With what others write, and alone.
    expect(log.filter((line) => line.endsWith(" a"))).toEqual(["c1 a", "c2 a"]);
  });

  test.each([
    ["23505", "free"],
    ["57P01", "broken"],
    ["25P03", "broken"],
    ["ECONNRESET", "broken"],
  ])("%s is told, and leaves the connection %s", async (code, left) => {
    const { take, log } = clients(() => {
      throw failure(code, { severity: "FEHLER" });
    });
    await expect(asTransaction(take, statements("a"))).rejects.toThrow(code);
    expect(log).toEqual(["c1 a", `c1 ${left}`]);
  });
});

describe("together", () => {
  test("whoever comes meanwhile goes with the next", async () => {
    const { take, log } = clients();
    const { write } = createSharedWrites(take);
    const first = Promise.all([write(statements("a")), write(statements("b", "c"))]);
    const later = first.then(() => Promise.all([write(statements("d")), write(statements("e"))]));
    expect((await first).map((results) => results.map(({ rows }) => rows[0]!["text"]))).toEqual([
      ["a"],
      ["b", "c"],
    ]);
    await later;
    expect(log.filter((line) => !line.includes("lock_timeout"))).toEqual([
      "c1 a",
      "c1 b",
      "c1 c",
      "c1 free",
      "c2 d",
      "c2 e",
      "c2 free",
    ]);
  });

  test("one that waits for a lock for too long is asked alone, and nobody waits for it", async () => {
    const lock = Promise.withResolvers<void>();
    let isTogether = true;
    const { take } = clients((text) => {
      if (text !== "locked" || !isTogether) return;
      isTogether = false;
      throw failure("55P03");
    });
    const slow = async (): Promise<TakenClient> => {
      const client = await take();
      const ask = async (text: string): Promise<StatementResult> => {
        if (text === "locked" && !isTogether) await lock.promise;
        return await client.queue.ask(text);
      };
      return { ...client, queue: { ask } };
    };
    const { write } = createSharedWrites(slow);
    const told: string[] = [];
    const locked = write(statements("locked")).then(() => told.push("locked"));
    await write(statements("beside"));
    await write(statements("after"));
    told.push("others");
    lock.resolve();
    await locked;
    expect(told).toEqual(["others", "locked"]);
  });
});
