/** What visitors allow of others is in the brand's log: whatever is changed, removed or put there is named. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { recordSiteConsents, removeOldSiteConsents } from "../../server/evidence/site-consents.ts";
import { verifyEvidence } from "../../server/evidence/verify.ts";
import { siteConsentsInTheLog } from "../../server/store/migrations/site-consents-in-the-log.ts";
import { addSiteConsents, siteConsentsOf, type SiteConsent } from "../../server/store/site-consents.ts";
import { openStore, type Queries, type Store } from "../../server/store/store.ts";
import { operateConsents } from "../../tools/operators/keep.ts";
import { newStore } from "../support/new-store.ts";

const text = "Permites que midamos qué páginas se ven.";
const choice = (id: string, facts: Partial<SiteConsent> = {}): SiteConsent => ({
  id,
  visitor: "visitor-1",
  brand: "SI",
  purpose: "measuring",
  title: "Medición",
  text,
  text_hash: hash("sha256", text),
  given: 1,
  revision: "revision-SI",
  at: "2026-11-21T12:00:00.000Z",
  ...facts,
});

/** One visitor's two choices, and another's of two years before. */
async function filled(): Promise<{ store: Store; dataDir: string; databaseUrl?: string }> {
  const config = await newStore();
  const store = await openStore(config);
  onTestFinished(() => store.close());
  await recordSiteConsents(store, "SI", [
    choice("a"),
    choice("b", { purpose: "chat", title: "Chat", given: 0 }),
  ]);
  await recordSiteConsents(store, "SI", [choice("c", { visitor: "other", at: "2024-11-21T12:00:00.000Z" })]);
  await store.placeEntries();
  return { store, ...config };
}

const told = async (db: Queries): Promise<string[]> =>
  (await verifyEvidence(db)).found
    .map(({ finding, brand, position, submission, subject }) =>
      [finding, brand, position, submission, subject].filter((part) => part !== undefined).join(" "),
    )
    .toSorted();

test("each choice has an entry, and one that waits for its place is proved too", async () => {
  const { store } = await filled();
  expect(await verifyEvidence(store.db)).toMatchObject({ entries: 3, waiting: 0, found: [] });
  await recordSiteConsents(store, "WI", [choice("d", { brand: "WI" })]);
  expect(await verifyEvidence(store.db)).toMatchObject({ entries: 4, waiting: 1, found: [] });
});

test.each<[string, (db: Queries) => Promise<unknown>, ...string[]]>([
  [
    "what was chosen is changed",
    (db) => sql`update site_consents set given = 1 where id = 'b'`.execute(db),
    "consent-changed SI 2 b chat",
  ],
  [
    "the words are changed, with their hash",
    (db) =>
      db
        .updateTable("site_consents")
        .set({ text: "Nada.", text_hash: hash("sha256", "Nada.") })
        .where("id", "=", "a")
        .execute(),
    "consent-changed SI 1 a measuring",
  ],
  [
    "it is said to be somebody else's",
    (db) => sql`update site_consents set visitor = 'other' where id = 'a'`.execute(db),
    "consent-changed SI 1 a measuring",
  ],
  [
    "it is removed",
    (db) => sql`delete from site_consents where id = 'a'`.execute(db),
    "consent-gone SI 1 a measuring",
  ],
  [
    "it is removed with its entry",
    async (db) => {
      await sql`delete from site_consents where id = 'a'`.execute(db);
      await sql`delete from evidence where submission = 'a'`.execute(db);
    },
    "missing-entry SI 1",
  ],
  ["it is made up", (db) => addSiteConsents(db, [choice("d")]), "consent-unentered SI d measuring"],
])("%s: named", async (_, tamper, ...findings) => {
  const { store } = await filled();
  await tamper(store.db);
  expect(await told(store.db)).toEqual(findings);
});

test("what is past its time is removed, the log says so, and nothing leads back", async () => {
  const { store } = await filled();
  expect(await removeOldSiteConsents(store, new Date("2029-11-20T12:00:00.000Z"))).toBe(0);
  expect(await removeOldSiteConsents(store, new Date("2029-11-22T12:00:00.000Z"))).toBe(1);
  expect(await siteConsentsOf(store.db, "other")).toEqual([]);
  expect(await siteConsentsOf(store.db, "visitor-1")).toHaveLength(2);
  expect(await verifyEvidence(store.db)).toMatchObject({ entries: 4, waiting: 0, found: [] });
  const rows = await store.db.selectFrom("evidence").selectAll().where("submission", "=", "c").execute();
  expect(rows.map(({ kind, salt }) => [kind, salt === null])).toEqual([
    ["site-consent", true],
    ["erasure", false],
  ]);
  await addSiteConsents(store.db, [choice("c")]);
  expect(await told(store.db)).toEqual(["not-erased SI 3 c measuring"]);
});

test("what was chosen before it had entries gets them", async () => {
  const config = await newStore();
  const store = await openStore(config);
  onTestFinished(() => store.close());
  await addSiteConsents(
    store.db,
    Array.from({ length: 250 }, (_, index) => choice(`choice-${index}`)),
  );
  expect(await told(store.db)).toHaveLength(250);
  await store.transaction((db) => siteConsentsInTheLog.up(db as never, store.shared ? "postgres" : "sqlite"));
  await store.placeEntries();
  expect(await verifyEvidence(store.db)).toMatchObject({ entries: 250, waiting: 0, found: [] });
});

test("an operator reads what a visitor chose, with its place in the log", async () => {
  const { store, dataDir, databaseUrl } = await filled();
  const env = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  await recordSiteConsents(store, "SI", [choice("d", { at: "2026-11-22T12:00:00.000Z", given: 0 })]);
  const { text: said, code } = await operateConsents(["visitor", "visitor-1"], env);
  expect(code).toBe(0);
  expect(said.split("\n").filter((line) => line.includes("revisión"))).toEqual([
    expect.stringContaining("Chat: no permitido (revisión revision-SI; n.º 2 del registro)"),
    expect.stringContaining("Medición: permitido (revisión revision-SI; n.º 1 del registro)"),
    expect.stringContaining("Medición: no permitido (revisión revision-SI; espera su lugar en el registro)"),
  ]);
  expect(await operateConsents(["visitor", "nobody"], env)).toMatchObject({ code: 1 });
});
