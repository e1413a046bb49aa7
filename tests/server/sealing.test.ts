/** Personal data at rest: nobody reads it without the key, and no query gets around the seals. */
import { randomUUID } from "node:crypto";
import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseDataKey } from "../../server/config/storage.ts";
import { dataKeyFile } from "../../server/store/data-keys.ts";
import { findSubmissions, forgetIdentifiers, identifierText } from "../../server/store/identifiers.ts";
import { personalColumnRefs } from "../../server/store/personal.ts";
import { pendingSubmissions } from "../../server/store/submissions.ts";
import { openStore, type Store, type StoreConfig } from "../../server/store/store.ts";
import { openApp, visitor } from "../support/app.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { testDatabase } from "../support/test-database.ts";
import { temporaryStore } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { askRaw, rawColumns, rawText } from "./raw-database.ts";
import { at, fillAll, secret } from "./sealing-parts.ts";

/** Text columns that hold nothing that anybody told: whoever adds a column says here or in `personal.ts` which it is. */
const notPersonal = `
  account_lists: id brand person_key person_hash list changed_at expires_at
  appointment_places: workshop person day time appointment payment until
  appointments: id brand uuid call_key token_hash subject_key subject_hash workshop person day time state created_at changed_at
  attempts: run key body_hash state started_at
  calls: run place input_hash call key state sent_at answered_at
  captcha_passes: run key body_hash passed_at
  consents: submission path wording revision channel given_at revoked_at
  content_copies: source copy read_at
  data_keys: id proof done since
  document_reviews: id document operator state created_at
  cancellations: id brand order_number call_key token_hash until_day state reason created_at changed_at
  deliveries: id submission run brand kind dedupe state next_at lease_owner lease_until created_at delivered_at
  delivery_failures: delivery failed_at
  evidence: brand kind submission subject at detail salt content previous hash
  evidence_heads: brand hash frontier
  evidence_tree_heads: brand root added signed_at signer signature
  files: id run type stored created_at
  holds: id service resource token_hash order_number state from_hash created_at until_at settled_at
  handoffs: id run session brand flow token_hash code_hash expires_at used_at created_at
  identifiers: submission path brand key hash
  leases: name owner until
  limits: key window_start
  linked_runs: id family begun_by step line session brand flow run created_at
  migrations: name applied_at
  openings: service brand day subject visitor
  opportunities: id brand call_key token_hash created_at expires_at
  opportunity_documents: id opportunity caption formats state stored changed_at
  payments: id brand run wait provider order_number session_id token_hash currency description state status provider_token_hash provider_url returned created_at expires_at confirm_began_at settled_at told_at refund_began_at refund_due_at differs next_at lease_owner lease_until
  revisions: hash brand engine content published_at
  run_steps: run step reached_at continued_at
  runs: id session brand flow subject revision step done status failure busy_key busy_until created_at updated_at
  sequences: brand flow sequence period
  service_records: service key brand created_at
  sessions: id brand created_at
  shown_lists: hash content
  identity_requests: id kind brand session expires_at
  sign_in_codes: id brand document_hash person_key person_hash code_hash created_at expires_at used_at
  sign_ins: id brand person_key person_hash granted_by session device created_at seen_at expires_at
  site_consents: id visitor brand purpose title text text_hash revision at
  submissions: id number sequence period run step brand flow revision state created_at decided_at erased_at attempt
  visitor_details: session brand kept expires_at
  wait_events: id wait key source outcome state came_at seen_at
  waits: id run brand flow revision step line event token_hash state outcome created_at began_at until_at decided_at over_at next_at lease_owner lease_until
`
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [table, columns] = line.trim().split(": ") as [string, string];
    return columns.split(" ").map((column) => `${table}.${column}`);
  });

/** Some tests put short values beside the secret. */
const longest = (rows: Record<string, unknown>[], column: string): string =>
  rows.map((row) => String(row[column])).toSorted((a, b) => b.length - a.length)[0]!;

/** What every personal column holds, as the store gives it. */
async function readAll(store: Store): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const place of personalColumnRefs) {
    const [table, column] = place.split(".") as ["runs", "answers"];
    read[place] = longest(await store.db.selectFrom(table).select(column).execute(), column);
  }
  return read;
}

/** The same columns as the database has them. */
async function readRaw(config: StoreConfig): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const place of personalColumnRefs) {
    const [table, column] = place.split(".") as [string, string];
    read[place] = longest(await askRaw(config, `select ${column} from ${table}`), column);
  }
  return read;
}

test("every text column is sealed, or known to hold nothing that is anybody's", async () => {
  const { config } = await temporaryStore();
  const columns = await rawColumns(config);
  const texts = columns.filter(({ type }) => type === "text").map(({ place }) => place);
  expect([...texts].toSorted()).toEqual([...personalColumnRefs, ...notPersonal].toSorted());
});

test("what is in a personal column is in the database sealed, and comes back as it was", async () => {
  const { store, config } = await temporaryStore();
  await fillAll(store);
  const all = (value: unknown) => Object.fromEntries(personalColumnRefs.map((place) => [place, value]));
  expect(await readAll(store)).toEqual(all(expect.stringContaining(secret)));
  const raw = await readRaw(config);
  const sealed = new RegExp(`^sealed\\.1\\.${store.seals.id}\\.[\\w-]+$`);
  expect(raw).toEqual(all(expect.stringMatching(sealed)));
  // No two are the same: each has a nonce of its own.
  expect(new Set(Object.values(raw)).size).toBe(personalColumnRefs.length);
  expect(await rawText(config)).not.toMatch(/canario|ñandú|739158264073/i);
});

test("a submission leaves nothing in the database that could be read, and is found by what it names", async () => {
  const app = await openApp();
  const who = visitor(app, "SI");
  const { run } = (await who.ask("POST", "/api/runs", { flow: "contact", revision: "-" })).json();
  const answers = {
    ...contactAnswers["SI"],
    "request.name": "Canarita",
    "request.lastName": "Zorzal",
    "request.email": "canarita@correo.example",
    "request.comment": "El canario amarillo",
  };
  await who.ask("PATCH", `/api/runs/${run}/answers`, { version: 0, answers });
  const key = { "idempotency-key": randomUUID() };
  const bad = { step: "request", version: 0, answers: { ...answers, "request.email": "canarita@" } };
  expect((await who.ask("POST", `/api/runs/${run}/continue`, bad, key)).statusCode).toBe(422);
  const body = { step: "request", version: 0, answers };
  const again = { "idempotency-key": randomUUID() };
  expect((await who.ask("POST", `/api/runs/${run}/continue`, body, again)).statusCode).toBe(200);
  const upload = await app.server.inject({
    method: "POST",
    url: `/api/runs/${run}/files?name=canario.pdf`,
    headers: { host: "si.localhost:3000", cookie: who.cookie!, "content-type": "application/pdf" },
    payload: "%PDF-1.4 canario",
  });
  // The run is over: nothing is taken for it any more, and no name of a file either.
  expect(upload.statusCode).toBe(409);

  const text = await rawText(app.storeConfig);
  expect(text).toContain("sealed.1.");
  expect(text).not.toMatch(/canari|zorzal|12345678|12\.345\.678|BBCC12|987654321|98765 ?4321/i);

  const [stored] = await app.store.db.selectFrom("submissions").select(["id", "number", "answers"]).execute();
  expect(JSON.parse(stored!.answers)).toMatchObject({ "request.name": "Canarita" });
  const find = async (words: string, brand?: string) =>
    (await findSubmissions(app.store, words, { limit: 5, ...(brand ? { brand } : {}) })).map(({ id }) => id);
  const findAll = (words: string[]) => Promise.all(words.map((one) => find(one)));
  const names = ["12.345.678-5", "12345678-5", "0123456785", "bbcc-12", "BB CC 12", stored!.number];
  expect(await findAll(names)).toEqual(names.map(() => [stored!.id]));
  expect(await findAll(["12.345.678-6", "BBCC1", "Canarita", "%"])).toEqual([[], [], [], []]);
  expect([await find("BBCC12", "SI"), await find("BBCC12", "WI")]).toEqual([[stored!.id], []]);
  await forgetIdentifiers(app.store.db, stored!.id);
  expect(await find("BBCC12")).toEqual([]);
});

test.each([
  ["12.345.678-k", "12345678K"],
  [" 012 345 678 5 ", "123456785"],
  ["BB·CC-12", "BBCC12"],
  ["ＢＢＣＣ１２", "BBCC12"],
  ["0", "0"],
  ["-", ""],
])("%j is looked for as %j", (text, found) => {
  expect(identifierText(text)).toBe(found);
});

describe("a query", () => {
  const allowed: [string, (store: Store) => Promise<unknown>, unknown][] = [
    [
      "with other names for columns and tables",
      ({ db }) => db.selectFrom("runs as r").select(["r.answers as given", "r.id"]).execute(),
      [{ given: `{"text":"${secret}"}`, id: "r" }],
    ],
    [
      "of all columns of one of two tables",
      ({ db }) =>
        db
          .selectFrom("linked_runs")
          .innerJoin("runs", "runs.id", "linked_runs.begun_by")
          .selectAll("linked_runs")
          .select("runs.results")
          .execute(),
      [expect.objectContaining({ parameters: `{"text":"${secret}"}`, results: `{"text":"${secret}"}` })],
    ],
    [
      "of a query for a value, and of one for rows",
      async ({ db }) => [
        ...(await pendingSubmissions(db, at)),
        ...(await db
          .selectFrom(db.selectFrom("calls").select(["run", "result as told"]).as("c"))
          .select("c.told")
          .execute()),
      ],
      [
        expect.objectContaining({
          answers: `{"text":"${secret}"}`,
          dialog: `{"text":"${secret}"}`,
          key: "k",
        }),
        { told: `{"text":"${secret}"}` },
      ],
    ],
    [
      "that gives what it changed",
      async ({ db }) => [
        ...(await db.updateTable("runs").set({ answers: "{}", dialog: null }).returningAll().execute()),
        ...(await db.deleteFrom("calls").returning(["result"]).execute()),
      ],
      [
        expect.objectContaining({ answers: "{}", dialog: null, results: `{"text":"${secret}"}` }),
        { result: `{"text":"${secret}"}` },
      ],
    ],
    [
      "that keeps what was there, or takes what came",
      async ({ db }) => {
        const row = { service: "s", key: "k", brand: "SI", body: "neu", answer: "neu", created_at: at };
        return await db
          .insertInto("service_records")
          .values([row])
          .onConflict((conflict) =>
            conflict.columns(["service", "key"]).doUpdateSet((build) => ({
              body: build.ref("service_records.body"),
              answer: build.ref("excluded.answer"),
            })),
          )
          .returning(["body", "answer"])
          .execute();
      },
      [{ body: `{"text":"${secret}"}`, answer: "neu" }],
    ],
    [
      "that asks whether there is something",
      ({ db }) => db.selectFrom("attempts").select("key").where("response", "is not", null).execute(),
      [{ key: "k" }],
    ],
  ];
  test.each(allowed)("%s has them open", async (_name, ask, expected) => {
    const { store } = await temporaryStore();
    await fillAll(store);
    expect(await ask(store)).toEqual(expected);
  });

  const inRuns = sql<string>`upper(answers)`;
  test.each<[string, (store: Store) => Promise<unknown>]>([
    ["compares", ({ db }) => db.selectFrom("files").selectAll().where("name", "=", "a").execute()],
    ["looks into", ({ db }) => db.selectFrom("runs").select("id").where("answers", "like", "%a%").execute()],
    ["puts in order", ({ db }) => db.selectFrom("files").select("id").orderBy("name").execute()],
    ["computes in words", ({ db }) => db.selectFrom("runs").select(inRuns.as("a")).execute()],
    [
      "computes",
      ({ db }) =>
        db
          .selectFrom("runs")
          .select(({ fn }) => fn.max("answers").as("a"))
          .execute(),
    ],
    [
      "joins by",
      ({ db }) =>
        db.selectFrom("files").innerJoin("runs", "runs.answers", "files.name").select("size").execute(),
    ],
    [
      "moves elsewhere",
      ({ db }) =>
        db
          .updateTable("runs")
          .set((build) => ({ answers: build.ref("results") }))
          .execute(),
    ],
    [
      "moves out",
      ({ db }) =>
        db
          .updateTable("runs")
          .set((build) => ({ failure: build.ref("dialog") }))
          .execute(),
    ],
    [
      "selects elsewhere",
      ({ db }) =>
        db
          .selectFrom("files")
          .select("id")
          .where("id", "in", (build) => build.selectFrom("runs").select("answers"))
          .execute(),
    ],
    [
      "inserts in words",
      ({ db }) => sql`insert into delivery_failures values ('d', ${at}, 2, 'in the open')`.execute(db),
    ],
    [
      "names first",
      ({ db }) =>
        db
          .with("r", (q) => q.selectFrom("runs").select("answers"))
          .selectFrom("r")
          .selectAll()
          .execute(),
    ],
  ])("that %s personal columns is refused", async (_name, ask) => {
    const { store } = await temporaryStore();
    await expect(ask(store)).rejects.toThrow(/keeps personal columns sealed/);
  });
});

describe("a sealed value", () => {
  const open = (store: Store) => store.db.selectFrom("runs").select("answers").execute();
  test.each([
    ["changed", "update runs set answers = replace(answers, right4, 'AAAA')"],
    ["of another column", "update runs set answers = results"],
    ["of another table", "update runs set answers = (select labels from submissions)"],
    ["of another key", "update runs set answers = replace(answers, 'sealed.1.', 'sealed.1.0')"],
  ])("that is %s is not opened", async (_name, change) => {
    const { store, config } = await temporaryStore();
    await fillAll(store);
    const [row] = await askRaw(config, "select answers from runs");
    await askRaw(config, change.replace("right4", `'${String(row!["answers"]).slice(-8, -4)}'`));
    await expect(open(store)).rejects.toThrow(
      /value of runs\.answers (?:was changed|is sealed with the key)/,
    );
  });
});

describe("the key", () => {
  const otherKey = Buffer.alloc(32, "other").toString("base64");
  const keys = (...texts: string[]) => texts.map((text) => parseDataKey(text)!);

  test("is made once, for nobody else to read, also by two that start together", async () => {
    const dataDir = await temporaryFolder();
    const config = { dataDir, ...(await testDatabase()) };
    const stores = await Promise.all([openStore(config), openStore(config), openStore(config)]);
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    expect(new Set(stores.map(({ seals }) => seals.id)).size).toBe(1);
    expect((await stat(dataKeyFile(dataDir))).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("data.key"))).toEqual(["data.key"]);
    await fillAll(stores[0]);
    expect((await readAll(stores[2]))["runs.answers"]).toContain(secret);
  });

  test("that is lost, damaged or another one is told, and no new one is made", async () => {
    const { store, config } = await temporaryStore();
    const { id } = store.seals;
    await store.close();
    const file = dataKeyFile(config.dataDir);
    const text = await readFile(file, "utf8");
    const refused = async (given: StoreConfig, words: RegExp) => {
      const error = await openStore(given).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({ name: "DataKeyError", message: expect.stringMatching(words) });
      expect(error!.message).not.toContain(text.trim());
    };
    await refused({ ...config, dataKeys: keys(otherKey) }, new RegExp(`Falta la clave de los datos ${id}`));
    await rm(file);
    await refused(config, new RegExp(`Falta la clave de los datos ${id}`));
    expect((await readdir(config.dataDir)).filter((name) => name.startsWith("data.key"))).toEqual([]);
    await writeFile(file, text.slice(4));
    await refused(config, /está dañado/);
    await writeFile(file, `${otherKey}\n`);
    await chmod(file, 0o600);
    await refused(config, new RegExp(`Falta la clave de los datos ${id}`));
    await writeFile(file, text);
    await (await openStore(config)).close();
    // One that is taken for another by its id alone does not do.
    await askRaw(config, "update data_keys set proof = 'vitrina'");
    await refused(config, /Falta la clave de los datos/);
  });

  test("is changed: the new one seals, both open, and when all is sealed anew the old one may go", async () => {
    const { store, config } = await temporaryStore();
    await fillAll(store);
    await store.db.updateTable("identifiers").set({ value: "123456785" }).execute();
    await store.close();
    const old = (await readFile(dataKeyFile(config.dataDir), "utf8")).trim();
    const both = { ...config, dataKeys: keys(otherKey, old) };
    const next = await openStore(both);
    expect((await readAll(next))["runs.answers"]).toContain(secret);
    expect(await next.reseal({ isStopping: () => true })).toBe(0);
    expect(await next.reseal()).toBe(personalColumnRefs.length);
    expect(await next.reseal()).toBe(0);
    await expect(openStore({ ...config, dataKeys: keys(otherKey) })).rejects.toThrow(/Falta la clave/);
    // Somebody who did not know yet sealed with the old one.
    const late = await openStore({ ...config, dataKeys: keys(old, otherKey) });
    await late.db.updateTable("runs").set({ answers: "late" }).execute();
    await late.close();
    expect(await next.reseal({ whole: true })).toBe(1);
    await next.close();
    const alone = await openStore({ ...config, dataKeys: keys(otherKey) });
    onTestFinished(() => alone.close());
    expect(await readAll(alone)).toMatchObject({ "runs.answers": "late", "files.name": `${secret}.pdf` });
    expect((await findSubmissions(alone, "12.345.678-5", { limit: 5 })).map(({ id }) => id)).toEqual([
      "SI-1",
    ]);
    for (const raw of Object.values(await readRaw(config)))
      expect(raw).toContain(`sealed.1.${alone.seals.id}.`);
  });
});

test("a database from before there were seals is read as it is, and sealed by the next server", async () => {
  const { store, config } = await temporaryStore();
  await fillAll(store);
  const open = await readAll(store);
  const many = Array.from({ length: 450 }, (_, index) => String(index));
  for (const path of many) {
    await store.db
      .insertInto("identifiers")
      .values({ submission: "SI-1", path, brand: "SI", key: "k", hash: "h", value: path })
      .execute();
  }
  await store.close();
  for (const [place, value] of Object.entries(open)) {
    const [table, column] = place.split(".") as [string, string];
    const where = table === "identifiers" ? " where path = 'a.rut'" : "";
    await askRaw(config, `update ${table} set ${column} = $1${where}`, [value]);
  }
  await askRaw(config, "update identifiers set value = path where path <> 'a.rut'");
  await askRaw(config, "delete from data_keys");
  expect(await rawText(config)).toContain(secret);

  const again = await openStore(config);
  expect(await readAll(again)).toEqual(open);
  // Cut off after some batches, and taken up where it was.
  let batches = 0;
  const first = await again.reseal({ isStopping: () => (batches += 1) > 8 });
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(personalColumnRefs.length + many.length);
  await again.close();
  const app = await openApp({ storeConfig: config });
  await expect.poll(() => rawText(config)).not.toContain(secret);
  await app.close();
  const after = await openStore(config);
  onTestFinished(() => after.close());
  expect(await readAll(after)).toEqual(open);
  for (const { value, path } of await after.db
    .selectFrom("identifiers")
    .select(["value", "path"])
    .execute()) {
    if (path !== "a.rut") expect(value).toBe(path);
  }
  for (const { value } of await askRaw(config, "select value from identifiers")) {
    expect(value).toMatch(/^sealed\.1\./);
  }
  expect(join(config.dataDir, "data.key")).toBe(dataKeyFile(config.dataDir));
});
