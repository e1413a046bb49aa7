/** The chain of evidence: what is accepted enters it, and whatever is changed, removed or put elsewhere is named. */
import { sql, type Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { planErasure, eraseRun, setHold } from "../../server/evidence/erase.ts";
import {
  applyRetention,
  retainedFlows,
  planRetention,
  yearsBefore,
} from "../../server/evidence/retention.ts";
import { revoke } from "../../server/evidence/revoke.ts";
import { verifyEvidence } from "../../server/evidence/verify.ts";
import { forgetCalls, keepAnswer, logCall } from "../../server/store/calls.ts";
import { chainedHash, contentHash, entryHash, newSalt } from "../../server/hash-chain.ts";
import { addConsents, consentsOf, entriesAfter, entriesOf, headsOf } from "../../server/store/evidence.ts";
import { evidence } from "../../server/store/migrations/evidence.ts";
import { evidenceLog } from "../../server/store/migrations/evidence-log.ts";
import { addServiceRecord } from "../../server/store/service-records.ts";
import { openStore, type Queries, type Store } from "../../server/store/store.ts";
import { began, list, send, smallRevision } from "./evidence-parts.ts";
import { temporaryStore } from "./parts.ts";

const later = new Date("2026-11-22T12:00:00.000Z");

/** Three submissions of one brand, the second with a revoked consent, the third held; and one of another brand. */
async function filled(): Promise<{ store: Store }> {
  const { store } = await temporaryStore();
  for (const [id, word] of Object.entries({ "SI-1": "Ana", "SI-2": "Eva", "SI-3": "Ada" }))
    await send(store, id, { word });
  await send(store, "WI-1", { brand: "WI" });
  await revoke(store, { run: "run-SI-2", brand: "SI" }, "s.terms", "Lo pidió", later);
  await setHold(store, { id: "SI-3", brand: "SI" }, "hold", "Juicio", later);
  return { store };
}

const told = async (db: Queries, noted: Awaited<ReturnType<typeof headsOf>> = []): Promise<string[]> => {
  const { found } = await verifyEvidence(db, { noted });
  return found
    .map(({ finding, brand, position, submission, subject }) =>
      [finding, brand, position, submission, subject].filter((part) => part !== undefined).join(" "),
    )
    .toSorted();
};

/** Says that a log ends where it was signed once. */
const endAt = (db: Queries, position: number): Promise<unknown> =>
  sql`update evidence_heads set frontier = null, position = ${position},
    hash = (select root from evidence_tree_heads where brand = 'SI' and size = ${position}) where brand = 'SI'`.execute(
    db,
  );

/** Writes a consent a second time, under another path. */
async function addAgain(db: Queries, submission: string): Promise<void> {
  const [one] = await consentsOf(db, submission);
  await addConsents(db, [{ ...one!, path: "s.more" }]);
}

/** Somebody at the database, and what is told of it. */
const tampered: Record<string, [(db: Queries) => Promise<unknown>, ...string[]]> = {
  "an answer is changed": [
    (db) =>
      db
        .updateTable("submissions")
        .set({ answers: '{"s.name":"Eva","s.terms":true}' })
        .where("id", "=", "SI-1")
        .execute(),
    "submission-changed SI 1 SI-1",
  ],
  "a label is changed": [
    (db) => db.updateTable("submissions").set({ labels: "{}" }).where("id", "=", "SI-1").execute(),
    "submission-changed SI 1 SI-1",
  ],
  "a document is changed": [
    (db) => db.updateTable("submissions").set({ documents: null }).where("id", "=", "SI-2").execute(),
    "submission-changed SI 3 SI-2",
  ],
  "what it was evaluated with is changed": [
    (db) => db.updateTable("submissions").set({ context: "{}" }).where("id", "=", "SI-2").execute(),
    "submission-changed SI 3 SI-2",
  ],
  "its time is changed": [
    (db) =>
      db
        .updateTable("submissions")
        .set({ created_at: "2020-01-01T00:00:00.000Z" })
        .where("id", "=", "SI-1")
        .execute(),
    "submission-changed SI 1 SI-1",
  ],
  "it is made a failed one": [
    (db) => db.updateTable("submissions").set({ state: "failed" }).where("id", "=", "SI-1").execute(),
    "submission-changed SI 1 SI-1",
  ],
  "two submissions change places": [
    async (db) => {
      const of = (id: string) =>
        db.selectFrom("submissions").select("answers").where("id", "=", id).executeTakeFirstOrThrow();
      const [first, second] = [await of("SI-1"), await of("SI-2")];
      await db.updateTable("submissions").set(second).where("id", "=", "SI-1").execute();
      await db.updateTable("submissions").set(first).where("id", "=", "SI-2").execute();
    },
    "submission-changed SI 1 SI-1",
    "submission-changed SI 3 SI-2",
  ],
  "a submission is deleted": [
    async (db) => {
      await sql`delete from consents where submission = 'SI-1'`.execute(db);
      await sql`delete from submissions where id = 'SI-1'`.execute(db);
    },
    "consent-gone SI 2 SI-1 s.terms",
    "submission-gone SI 1 SI-1",
  ],
  "a submission is deleted with its entries": [
    async (db) => {
      await sql`delete from consents where submission = 'SI-1'`.execute(db);
      await sql`delete from evidence where submission = 'SI-1'`.execute(db);
      await sql`delete from submissions where id = 'SI-1'`.execute(db);
    },
    "missing-entry SI 1",
  ],
  "a consent's text is changed": [
    (db) =>
      db.updateTable("consents").set({ text: "Acepto todo." }).where("submission", "=", "SI-1").execute(),
    "consent-changed SI 2 SI-1 s.terms",
  ],
  "a consent is deleted": [
    (db) => sql`delete from consents where submission = 'SI-1'`.execute(db),
    "consent-gone SI 2 SI-1 s.terms",
  ],
  "a consent is made up": [(db) => addAgain(db, "SI-1"), "consent-unentered SI SI-1 s.more"],
  "a revocation is undone": [
    (db) => db.updateTable("consents").set({ revoked_at: null }).where("submission", "=", "SI-2").execute(),
    "revocation-changed SI 4 SI-2 s.terms",
  ],
  "a revocation is made up": [
    (db) => db.updateTable("consents").set({ revoked_at: began }).where("submission", "=", "SI-1").execute(),
    "revocation-changed SI 2 SI-1 s.terms",
  ],
  "an entry is changed": [
    (db) => sql`update evidence set detail = '{"reason":"Otro"}' where kind = 'hold'`.execute(db),
    "changed-entry SI 8 SI-3",
  ],
  "an entry is written anew, with its hash": [
    async (db) => {
      const [, entry] = await entriesOf(db, "SI-1");
      const salt = newSalt();
      const facts = { ...entry!, content: contentHash(salt, { made: "up" }) };
      await db
        .updateTable("evidence")
        .set({ salt, content: facts.content, hash: entryHash(facts) })
        .where("brand", "=", "SI")
        .where("position", "=", 2)
        .execute();
    },
    "broken-link SI 2 SI-1",
    "consent-changed SI 2 SI-1 s.terms",
  ],
  "an entry is deleted": [
    (db) => sql`delete from evidence where brand = 'SI' and position = 4`.execute(db),
    "consent-unentered SI SI-2 s.terms",
    "missing-entry SI 4",
  ],
  "two entries change places": [
    async (db) => {
      for (const [from, to] of [
        [1, 99],
        [3, 1],
        [99, 3],
      ]) {
        await sql`update evidence set position = ${to} where brand = 'SI' and position = ${from}`.execute(db);
      }
    },
    "broken-link SI 2 SI-1",
    "broken-link SI 4 SI-2",
  ],
  "what was added with a head is another": [
    (db) => sql`update evidence_tree_heads set added = root where brand = 'SI' and size = 4`.execute(db),
    "broken-link SI 4 SI-2",
  ],
  "a head is signed by nobody": [
    (db) => sql`delete from evidence_tree_heads where brand = 'SI' and size = 8`.execute(db),
    "head-unsigned SI 8",
  ],
  "the end is said to be another one": [
    (db) => sql`update evidence_heads set hash = ${"0".repeat(64)} where brand = 'SI'`.execute(db),
    "cut-off SI 8",
  ],
  "an entry has no place any more": [
    (db) => sql`update evidence set position = null where brand = 'SI' and position = 2`.execute(db),
    "missing-entry SI 2",
  ],
  "the end is cut off": [
    (db) => sql`delete from evidence where brand = 'SI' and position > 6`.execute(db),
    "cut-off SI 8",
    "revocation-changed SI 4 SI-2 s.terms",
  ],
  "the end is cut off, and said to be the end": [
    async (db) => {
      await sql`delete from evidence where brand = 'SI' and position > 4`.execute(db);
      await sql`delete from evidence_tree_heads where brand = 'SI' and size > 4`.execute(db);
      await endAt(db, 4);
    },
    "consent-unentered SI SI-3 s.terms",
    "revocation-changed SI 4 SI-2 s.terms",
    "submission-unentered SI SI-3",
  ],
  "a whole chain is gone": [
    async (db) => {
      await sql`delete from evidence where brand = 'WI'`.execute(db);
      await sql`delete from evidence_heads where brand = 'WI'`.execute(db);
      await sql`delete from evidence_tree_heads where brand = 'WI'`.execute(db);
    },
    "consent-unentered WI WI-1 s.terms",
    "submission-unentered WI WI-1",
  ],
  "answers are taken out without a word": [
    (db) =>
      db
        .updateTable("submissions")
        .set({ answers: "{}", labels: "{}", documents: null, context: null, erased_at: began })
        .where("id", "=", "SI-1")
        .execute(),
    "erased-silently SI 1 SI-1",
    "not-erased SI 2 SI-1 s.terms",
  ],
  "a word of the definitions is changed": [
    (db) => sql`update revisions set content = replace(content, 'WI', 'XX') where brand = 'WI'`.execute(db),
    "revision-changed WI revision-WI",
  ],
  "the definitions are gone": [
    (db) => sql`delete from revisions where brand = 'WI'`.execute(db),
    "revision-gone WI revision-WI",
  ],
  "a list is changed": [
    (db) => sql`update shown_lists set content = '{"options":["b"]}'`.execute(db),
    `list-changed  ${list.hash}`,
  ],
};

/** Makes chains of the logs, as they were before there were logs. */
async function asChains(db: Queries): Promise<void> {
  for (const { brand } of await headsOf(db)) {
    let previous = "";
    const entries = await entriesAfter(db, brand, 0);
    for (const entry of entries) {
      const facts = { ...entry, previous };
      previous = chainedHash(facts);
      await sql`update evidence set previous = ${facts.previous}, hash = ${previous} where id = ${entry.id}`.execute(
        db,
      );
    }
    await sql`update evidence_heads set position = ${entries.length}, hash = ${previous}, frontier = null
      where brand = ${brand}`.execute(db);
  }
  await sql`delete from evidence_tree_heads`.execute(db);
}

/** What a server of before does, which knows nothing of logs: it adds to the chain that it finds. */
async function addAsBefore(db: Queries, brand: string, submission: string): Promise<void> {
  const [head] = await headsOf(db, brand);
  const position = head!.position + 1;
  const facts = {
    brand,
    position,
    kind: "hold" as const,
    submission,
    subject: "",
    at: began,
    detail: "{}",
    content: "0",
    previous: head!.hash,
  };
  const hash = chainedHash(facts);
  await db
    .insertInto("evidence")
    .values({ ...facts, salt: newSalt(), hash })
    .execute();
  await db.updateTable("evidence_heads").set({ position, hash }).where("brand", "=", brand).execute();
}

class Undo extends Error {}

describe("what is from before there was a log", () => {
  it("is the beginning of one, and what was noted of it holds", async () => {
    const { store } = await filled();
    await asChains(store.db);
    const before = await headsOf(store.db);
    expect(await told(store.db, before)).toEqual([]);
    await store.placeEntries();
    const signed = await headsOf(store.db);
    expect(signed.map(({ position }) => position)).toEqual(before.map(({ position }) => position));
    expect(signed).not.toEqual(before);
    await send(store, "SI-4");
    expect(await told(store.db, [...before, ...signed])).toEqual([]);
    await sql`update evidence set detail = '{"reason":"Otro"}' where kind = 'hold'`.execute(store.db);
    expect(await told(store.db)).toEqual(["changed-entry SI 8 SI-3"]);
  });

  it("is found where it was put elsewhere, or written anew", async () => {
    const { store } = await filled();
    await asChains(store.db);
    const rewrite = async (db: Queries): Promise<void> => {
      const [, entry] = await entriesOf(db, "SI-1");
      const facts = { ...entry!, content: contentHash(newSalt(), { made: "up" }) };
      await db
        .updateTable("evidence")
        .set({ content: facts.content, hash: entryHash(facts) })
        .where("id", "=", entry!.id)
        .execute();
    };
    for (const place of [async () => 0, store.placeEntries]) {
      await place();
      let found: string[] = [];
      await store
        .transaction(async (db) => {
          await rewrite(db);
          found = await told(db);
          throw new Undo();
        })
        .catch(() => {});
      expect(found.filter((one) => one.startsWith("broken-link SI 3"))).toEqual(["broken-link SI 3 SI-2"]);
      expect(found).toContain("consent-changed SI 2 SI-1 s.terms");
    }
  });

  it("may go on for a while beside the log: a server of before takes the places after it, and the log goes on behind", async () => {
    const { store } = await filled();
    await addAsBefore(store.db, "SI", "SI-1");
    await addAsBefore(store.db, "SI", "SI-2");
    const between = await headsOf(store.db);
    expect(await told(store.db, between)).toEqual([]);
    await send(store, "SI-4");
    await addAsBefore(store.db, "SI", "SI-4");
    await send(store, "SI-5");
    expect(await told(store.db, between)).toEqual([]);
    const [end] = await headsOf(store.db, "SI");
    expect(end!.position).toBe(8 + 2 + 2 + 1 + 2);
    await sql`update evidence set content = '1' where brand = 'SI' and position = 9`.execute(store.db);
    expect(await told(store.db)).toEqual(["changed-entry SI 9 SI-1"]);
  });
});

describe("entries without a place", () => {
  it("are proved all the same, and get theirs in the order in which they were written", async () => {
    const { store } = await filled();
    const waiting: Store = { ...store, placeEntries: async () => 0 };
    await send(waiting, "SI-4");
    await setHold(waiting, { id: "SI-4", brand: "SI" }, "hold", "Juicio", later);
    expect(await verifyEvidence(store.db)).toMatchObject({ entries: 13, waiting: 3, found: [] });
    await store.db.updateTable("submissions").set({ labels: "{}" }).where("id", "=", "SI-4").execute();
    expect(await told(store.db)).toEqual(["submission-changed SI SI-4"]);
    await sql`delete from evidence where position is null and kind = 'submission'`.execute(store.db);
    expect(await told(store.db)).toEqual(["submission-unentered SI SI-4"]);
    await store.placeEntries();
    const kinds = (await entriesOf(store.db, "SI-4")).map(({ position, kind }) => [position, kind]);
    expect(kinds).toEqual([
      [9, "consent"],
      [10, "hold"],
    ]);
    expect(await verifyEvidence(store.db)).toMatchObject({ entries: 12, waiting: 0 });
  });

  it("are not placed where entries before them are gone: nothing is signed then", async () => {
    const { store } = await filled();
    await sql`delete from evidence where brand = 'SI' and position = 2`.execute(store.db);
    await sql`update evidence_heads set frontier = null`.execute(store.db);
    const waiting: Store = { ...store, placeEntries: async () => 0 };
    await send(waiting, "SI-4");
    await expect(store.placeEntries()).rejects.toThrow("entry 2 of the log SI is gone");
    expect(await told(store.db)).toContain("missing-entry SI 2");
  });

  it("an end is signed by a key that is here", async () => {
    const { store } = await filled();
    expect(await verifyEvidence(store.db, { signers: store.seals.signers })).toMatchObject({ found: [] });
    expect((await verifyEvidence(store.db, { brand: "WI", signers: ["another"] })).found).toEqual([
      { finding: "head-unsigned", brand: "WI", position: 2 },
    ]);
  });
});

describe("verifyEvidence", () => {
  it("finds nothing where nothing was done, and names what was", async () => {
    const { store } = await filled();
    expect(await told(store.db)).toEqual([]);
    expect((await headsOf(store.db)).map(({ brand, position }) => [brand, position])).toEqual([
      ["SI", 8],
      ["WI", 2],
    ]);
    const all: Record<string, string[]> = {};
    for (const [what, [tamper]] of Object.entries(tampered)) {
      let found: string[] = [];
      await store
        .transaction(async (db) => {
          await tamper(db);
          found = await told(db);
          throw new Undo();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error;
        });
      all[what] = found;
    }
    expect(all).toEqual(
      Object.fromEntries(
        Object.entries(tampered).map(([what, [, ...expected]]) => [what, expected.toSorted()]),
      ),
    );
    expect(await told(store.db)).toEqual([]);
  });

  it("an end that was noted elsewhere shows what nothing in the store can", async () => {
    const { store } = await filled();
    const noted = await headsOf(store.db);
    expect(await told(store.db, noted)).toEqual([]);
    await send(store, "SI-4");
    expect(await told(store.db, noted)).toEqual([]);
    // The hold was the last before; with the later ones gone too, the store alone says nothing.
    await sql`delete from evidence where brand = 'SI' and position > 7`.execute(store.db);
    await sql`delete from consents where submission = 'SI-4'`.execute(store.db);
    await sql`delete from submissions where id = 'SI-4'`.execute(store.db);
    await store.db
      .updateTable("consents")
      .set({ revoked_at: null })
      .where("submission", "=", "SI-2")
      .execute();
    await sql`delete from evidence where brand = 'SI' and position > 6`.execute(store.db);
    await sql`delete from evidence_tree_heads where brand = 'SI' and size > 6`.execute(store.db);
    await endAt(store.db, 6);
    expect(await told(store.db)).toEqual([]);
    expect(await told(store.db, noted)).toEqual(["other-head SI 8"]);
  });

  it("a chain that was noted elsewhere is missed where all of it is gone", async () => {
    const { store } = await filled();
    const noted = await headsOf(store.db);
    const { position } = noted.find(({ brand }) => brand === "WI")!;
    await sql`delete from consents where submission = 'WI-1'`.execute(store.db);
    for (const table of ["evidence", "evidence_heads", "evidence_tree_heads", "submissions"])
      await sql`delete from ${sql.table(table)} where brand = 'WI'`.execute(store.db);
    expect(await told(store.db)).toEqual([]);
    expect(await told(store.db, noted)).toEqual([`other-head WI ${position}`]);
  });
});

it("a consent is taken back in all that was sent with it", async () => {
  const { store } = await temporaryStore();
  await send(store, "SI-1");
  await send(store, "SI-2", { run: "run-SI-1", step: "t" });
  await send(store, "SI-3");
  const take = (path: string) => revoke(store, { run: "run-SI-1", brand: "SI" }, path, "Lo pidió", later);
  expect([await take("s.other"), await take("s.terms"), await take("s.terms")]).toEqual([false, true, false]);
  const consents = await store.db
    .selectFrom("consents")
    .select(["submission", "revoked_at"])
    .orderBy("submission")
    .execute();
  expect(consents.map((one) => [one.submission, one.revoked_at !== null])).toEqual([
    ["SI-1", true],
    ["SI-2", true],
    ["SI-3", false],
  ]);
  expect(await told(store.db)).toEqual([]);
});

it("however many are accepted at once, by however many servers, there is one chain", async () => {
  const { store, config } = await temporaryStore();
  const other = store.shared ? await openStore(config) : store;
  await Promise.all(
    Array.from({ length: 24 }, (_, index) => send(index % 2 === 0 ? store : other, `SI-${index}`)),
  );
  if (other !== store) await other.close();
  expect(await verifyEvidence(store.db)).toMatchObject({ entries: 48, found: [] });
});

it("what was accepted before there was a chain begins it", async () => {
  const { store } = await filled();
  const db = store.db as unknown as Kysely<unknown>;
  for (const table of [
    "consents",
    "evidence",
    "evidence_heads",
    "evidence_tree_heads",
    "leases",
    "shown_lists",
  ])
    await db.schema.dropTable(table).execute();
  await db.schema.dropIndex("submissions_kept").execute();
  for (const column of ["context", "erased_at"])
    await db.schema.alterTable("submissions").dropColumn(column).execute();
  await db.transaction().execute(async (transaction) => {
    for (const { up } of [evidence, evidenceLog]) await up(transaction, store.shared ? "postgres" : "sqlite");
  });
  expect(await verifyEvidence(store.db)).toMatchObject({ entries: 4, found: [] });
  const [entry] = await entriesOf(store.db, "SI-1");
  expect(JSON.parse(entry!.detail)).toMatchObject({ before: true, revision: "revision-SI" });
  await send(store, "SI-4");
  await store.db.updateTable("submissions").set({ answers: "{}" }).where("id", "=", "SI-2").execute();
  expect(await told(store.db)).toEqual(["submission-changed SI 2 SI-2"]);
});

/** All that is in the store, as text. */
async function everything(db: Queries): Promise<string> {
  const tables = [
    "runs",
    "linked_runs",
    "attempts",
    "calls",
    "submissions",
    "deliveries",
    "delivery_failures",
    "files",
    "service_records",
    "captcha_passes",
    "consents",
    "evidence",
    "evidence_heads",
  ] as const;
  const rows = [];
  for (const table of tables) rows.push([table, await db.selectFrom(table).selectAll().execute()]);
  return JSON.stringify(rows, null, 1);
}

/** Everything else that a run leaves behind, with a word in it. */
async function leave({ db }: Store, id: string, word: string): Promise<void> {
  const run = `run-${id}`;
  await db
    .insertInto("attempts")
    .values({
      run,
      key: "k",
      body_hash: "h",
      state: "answered",
      dialog: word,
      started_at: began,
      status: 200,
      response: word,
    })
    .execute();
  await db
    .insertInto("calls")
    .values({
      run,
      place: "s/0",
      input_hash: word,
      call: "a.b",
      key: `key-${id}`,
      state: "answered",
      sent_at: began,
      answered_at: began,
      result: word,
    })
    .execute();
  await db
    .insertInto("captcha_passes")
    .values({ run, key: "k", body_hash: word, passed_at: began })
    .execute();
  await db
    .insertInto("files")
    .values({
      id: `file-${id}`,
      run,
      name: word,
      type: "image/png",
      size: 1,
      stored: `stored-${id}`,
      content: null,
      created_at: began,
    })
    .execute();
  await db
    .insertInto("service_records")
    .values({ service: "a", key: `key-${id}`, brand: "SI", body: word, answer: word, created_at: began })
    .execute();
  for (const [line, state] of [
    ["1", "delivered"],
    ["2", "dead"],
  ] as const) {
    const delivery = `mail-${id}-${line}`;
    await db
      .insertInto("deliveries")
      .values({
        id: delivery,
        submission: id,
        brand: "SI",
        kind: "mail",
        dedupe: delivery,
        payload: word,
        state,
        attempts: 1,
        next_at: began,
        lease_owner: null,
        lease_until: null,
        last_error: word,
        created_at: began,
        delivered_at: null,
      })
      .execute();
    await db
      .insertInto("delivery_failures")
      .values({ delivery, failed_at: began, attempt: 1, error: word })
      .execute();
  }
  const line = {
    family: run,
    begun_by: run,
    step: "s",
    session: `session-${run}`,
    brand: "SI",
    flow: "other",
    parameters: word,
    answers: word,
    created_at: began,
  };
  await db
    .insertInto("linked_runs")
    .values({ ...line, id: `line-${id}`, line: "1", position: 1, run: null })
    .execute();
}

describe("erasure", () => {
  const request = { by: "request", reason: "Lo pidió" } as const;

  it("takes everything personal of a run, nothing of others, and the chain says so and holds", async () => {
    const { store } = await temporaryStore();
    await send(store, "SI-1", { word: "Xaviera" });
    await send(store, "SI-2", { word: "Yolanda" });
    await leave(store, "SI-1", "Xaviera");
    await leave(store, "SI-2", "Yolanda");
    const before = await everything(store.db);
    const plan = await planErasure(store.db, "run-SI-1", later);
    expect(plan).toMatchObject({
      holds: [],
      atWork: false,
      done: false,
      holdings: {
        submissions: 1,
        answers: 2,
        consents: 1,
        deliveries: 2,
        undelivered: 1,
        attempts: 1,
        calls: 1,
        files: 1,
        lines: 1,
      },
    });
    expect(await everything(store.db)).toBe(before);
    expect(await eraseRun(store, "run-SI-1", request, later)).toMatchObject({
      outcome: "erased",
      elsewhere: { stored: ["stored-SI-1"], deliveries: ["mail-SI-1-1", "mail-SI-1-2"] },
    });
    const after = await everything(store.db);
    expect(after).not.toContain("Xaviera");
    expect(after.split("Yolanda")).toHaveLength(before.split("Yolanda").length);
    expect(await told(store.db)).toEqual([]);
    expect((await entriesOf(store.db, "SI-1")).map(({ kind, salt }) => [kind, salt === null])).toEqual([
      ["submission", true],
      ["consent", true],
      ["erasure", false],
    ]);
    expect((await eraseRun(store, "run-SI-1", request, later)).outcome).toBe("done");
    // What was erased does not come back unseen.
    await store.db
      .updateTable("submissions")
      .set({ answers: '{"s.name":"Xaviera"}' })
      .where("id", "=", "SI-1")
      .execute();
    expect(await told(store.db)).toEqual(["not-erased SI 1 SI-1"]);
  });

  it("takes what services kept of calls that were forgotten, and what they filed under a name of their own", async () => {
    const { store } = await temporaryStore();
    const run = `run-${await send(store, "SI-1")}`;
    const place = { run, place: "s/0", inputHash: "h" };
    const { key: first } = await logCall(store.db, place, "a.b", began);
    await keepAnswer(store.db, { from: place, result: JSON.stringify("Xaviera"), at: began });
    await forgetCalls(store.db, [place]);
    const { key: second, result } = await logCall(store.db, place, "a.b", began);
    expect([second === first, result]).toEqual([false, undefined]);
    const kept = { service: "a", brand: "SI", body: "Xaviera", answer: "Xaviera" };
    for (const key of [first, second, `sheet/${second}`, "of-others"])
      await addServiceRecord(store.db, { ...kept, key }, later);
    expect((await eraseRun(store, run, request, later)).outcome).toBe("erased");
    const left = await store.db.selectFrom("service_records").select("key").execute();
    expect(left.map(({ key }) => key)).toEqual(["of-others"]);
  });

  it("waits for a hold, and for what is under way", async () => {
    const { store } = await temporaryStore();
    const id = await send(store, "SI-1");
    const submission = { id, brand: "SI" };
    const outcome = async () => (await eraseRun(store, "run-SI-1", request, later)).outcome;
    expect(await setHold(store, submission, "release", "No", later)).toBe("already");
    expect(await setHold(store, submission, "hold", "Juicio", later)).toBe("done");
    expect(await setHold(store, submission, "hold", "Juicio", later)).toBe("already");
    expect(await outcome()).toBe("held");
    expect(await setHold(store, submission, "release", "Fin", later)).toBe("done");
    await store.db
      .updateTable("runs")
      .set({ busy_key: "k", busy_until: "2026-11-22T12:00:01.000Z" })
      .execute();
    expect(await outcome()).toBe("at-work");
    await store.db.updateTable("runs").set({ busy_until: "2026-11-22T11:59:59.000Z" }).execute();
    await leave(store, id, "Ana");
    await store.db
      .updateTable("deliveries")
      .set({ state: "leased" })
      .where("id", "=", "mail-SI-1-2")
      .execute();
    expect(await outcome()).toBe("at-work");
    await store.db.updateTable("deliveries").set({ state: "queued" }).execute();
    expect(await outcome()).toBe("erased");
    expect(await setHold(store, submission, "hold", "Juicio", later)).toBe("erased");
    expect(await told(store.db)).toEqual([]);
  });

  it("what holds one submission of a run holds all of it", async () => {
    const { store } = await temporaryStore();
    await send(store, "SI-1");
    await send(store, "SI-2", { run: "run-SI-1", step: "t", state: "failed" });
    await setHold(store, { id: "SI-2", brand: "SI" }, "hold", "Juicio", later);
    expect((await eraseRun(store, "run-SI-1", request, later)).outcome).toBe("held");
  });
});

describe("retention", () => {
  it("is what the live flow says, else what the last that was sent said, else five years", async () => {
    const { store } = await temporaryStore();
    await send(store, "SI-1", { flow: "short" });
    await send(store, "SI-2", { flow: "gone" });
    await send(store, "WI-1", { brand: "WI", flow: "plain" });
    await sql`update revisions set content = ${JSON.stringify(smallRevision("SI", { gone: { years: 10 }, short: { years: 10 } }))} where brand = 'SI'`.execute(
      store.db,
    );
    const live = smallRevision("SI", { short: { years: 2 } });
    const flows = await retainedFlows(store.db, (brand) => (brand === "SI" ? live : undefined), later);
    expect(flows.map(({ brand, flow, years, before }) => [brand, flow, years, before.slice(0, 10)])).toEqual([
      ["SI", "gone", 10, "2016-11-22"],
      ["SI", "short", 2, "2024-11-22"],
      ["WI", "plain", 5, "2021-11-22"],
    ]);
    expect(yearsBefore(new Date("2028-02-29T00:00:00.000Z"), 1)).toBe("2027-03-01T00:00:00.000Z");
  });

  it("erases what is past its time, not what is held, nor a run with anything newer in it", async () => {
    const { store } = await temporaryStore();
    const [old, edge, new_] = ["2024-11-22T11:59:59.999Z", "2024-11-22T12:00:00.000Z", began];
    await send(store, "SI-old", { at: old });
    await send(store, "SI-failed", { at: old, state: "failed" });
    await send(store, "SI-edge", { at: edge });
    await send(store, "SI-held", { at: old });
    await setHold(store, { id: "SI-held", brand: "SI" }, "hold", "Juicio", later);
    await send(store, "SI-both", { at: old });
    await send(store, "SI-newer", { at: new_, run: "run-SI-both", step: "t" });
    const live = smallRevision("SI", { f: { years: 2 } });
    const flows = await retainedFlows(store.db, () => live, later);
    const before = await everything(store.db);
    const [planned] = await planRetention(store.db, flows, later);
    expect(planned!.plans.map(({ run }) => run)).toEqual(["run-SI-failed", "run-SI-held", "run-SI-old"]);
    expect(await everything(store.db)).toBe(before);
    const done = await applyRetention(store, flows, later, async () => {});
    expect(done.map(({ erasure }) => [erasure.plan.run, erasure.outcome])).toEqual([
      ["run-SI-failed", "erased"],
      ["run-SI-held", "held"],
      ["run-SI-old", "erased"],
    ]);
    const erased = await store.db
      .selectFrom("submissions")
      .select("id")
      .where("erased_at", "is not", null)
      .orderBy("id")
      .execute();
    expect(erased.map(({ id }) => id)).toEqual(["SI-failed", "SI-old"]);
    expect(await told(store.db)).toEqual([]);
    const [erasure] = (await entriesOf(store.db, "SI-old")).slice(-1);
    expect(JSON.parse(erasure!.detail)).toMatchObject({ by: "retention", years: 2, flow: "f" });
  });
});
