import { randomUUID } from "node:crypto";
import { readFile, readdir, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { maxFileBytes, maxFiles } from "../../server/files/files.ts";
import { openStorage } from "../../server/storage/storage.ts";
import { nameOf } from "../../server/storage/names.ts";
import { judgeFor } from "../../server/files/files.ts";
import { openUploads } from "../../server/files/uploads.ts";
import { migrate, migrations } from "../../server/store/migrations.ts";
import { sqliteDialect } from "../../server/store/sqlite.ts";
import { openStore } from "../../server/store/store.ts";
import type { TestApp } from "../support/app.ts";
import { startBucket } from "../support/bucket.ts";
import { anyOf } from "../support/covering.ts";
import { smallDisk } from "../support/small-disk.ts";
import { until } from "../support/until.ts";
import { goodClaim, openClaims, proceed, started } from "./claim-parts.ts";
import { listening, longPdf, onDisk, pdf, sealedSize, send, stored, upload } from "./files-parts.ts";
import { keptLog, setClock } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folderOf = (app: TestApp): string => join(app.dataDir, "uploads");

/** Uploads over an app's store and storage. */
async function uploadsOf(app: TestApp) {
  const storage = await openStorage({ uploads: { folder: folderOf(app) }, dataDir: app.dataDir });
  const uploads = await openUploads({
    store: app.store,
    storage,
    judge: judgeFor,
    clock: () => new Date(),
    log: keptLog(),
  });
  return { storage, uploads };
}

describe("a body", () => {
  test("of any length stops at the limit, is answered at once, and leaves nothing", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const port = await listening(app);
    let sent = 0;
    const endless = longPdf(10 * maxFileBytes, async (so) => void (sent = so));
    // Whoever goes on sending may be hung up on before they read the answer.
    const answer = await send(port, who, run, endless).catch(() => undefined);
    if (answer) expect(answer).toMatchObject({ status: 413, body: { error: "file-too-large" } });
    expect(sent).toBeLessThan(4 * maxFileBytes);
    expect(await stored(app)).toEqual([]);
    expect(await onDisk(folderOf(app))).toEqual({ objects: [], receiving: [] });
  });

  test("that is cut off leaves nothing", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const port = await listening(app);
    const controller = new AbortController();
    const sent = send(
      port,
      who,
      run,
      longPdf(1_000_000, async (so) => {
        if (so > 300_000) {
          const isComing = async () => (await onDisk(folderOf(app))).receiving.length === 1;
          await until(isComing, () => "nothing comes");
          controller.abort();
          await wait(20);
        }
      }),
      controller.signal,
    );
    await expect(sent).rejects.toThrow();
    const isGone = async () => (await onDisk(folderOf(app))).receiving.length === 0;
    await until(isGone, () => "something is left");
    expect(await stored(app)).toEqual([]);
    expect((await onDisk(folderOf(app))).objects).toEqual([]);
  });
});

/** Bytes that are in use outside of JavaScript's own heap: what nobody refers to is collected first. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  // The memory of what was collected is given back by another thread, for which only the next time waits.
  collect();
  return process.memoryUsage().arrayBuffers;
}

// As many as a run may have, and as few as do not fit where they must.
test.each(anyOf([8, maxFiles]))("%i uploads of 10 MB at once are never in memory whole", async (many) => {
  const app = await openClaims();
  const port = await listening(app);
  const persons = [];
  for (let index = 0; index < many; index += 1) persons.push(await started(app));
  const before = usedBytes();
  let most = 0;
  let sent = 0;
  const look = async (): Promise<void> => {
    // Each of them is 160 pieces.
    if ((sent += 1) % (many * 30) === 0) most = Math.max(most, usedBytes() - before);
  };
  const answers = await Promise.all(
    persons.map(({ who, run }) => send(port, who, run, longPdf(maxFileBytes, look))),
  );
  expect(answers.map(({ status }) => status)).toEqual(persons.map(() => 201));
  expect(answers[0]!.body.size).toBe(maxFileBytes);
  expect((await onDisk(folderOf(app))).objects).toHaveLength(many);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(40 * 1024 * 1024);
});

describe("bytes and rows", () => {
  test("the row names bytes that are there; who removes it removes them", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body } = await upload(app, who, run, pdf);
    const [row] = await stored(app);
    expect(row).toMatchObject({ id: body.id, stored: nameOf(body.id), content: null });
    expect(await onDisk(folderOf(app))).toEqual({ objects: [nameOf(body.id)], receiving: [] });
    const raw = await readFile(join(folderOf(app), row!.stored!));
    expect(raw.includes(pdf)).toBe(false);
    expect(raw.length).toBe(sealedSize(pdf.length));
    expect((await who.ask("DELETE", `/api/runs/${run.run}/files/${body.id}`)).statusCode).toBe(204);
    expect((await onDisk(folderOf(app))).objects).toEqual([]);
  });

  test("a run that ended while a file came does not get it", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const port = await listening(app);
    let ended = false;
    const body = longPdf(500_000, async () => {
      if (ended) return;
      ended = true;
      await app.store.db.updateTable("runs").set({ status: "done" }).execute();
    });
    expect(await send(port, who, run, body)).toMatchObject({ status: 409, body: { error: "stale" } });
    expect(await onDisk(folderOf(app))).toEqual({ objects: [], receiving: [] });
  });

  test("bytes that are gone are an error, not an empty file; others are read as before", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body: lost } = await upload(app, who, run, pdf);
    const { body: kept } = await upload(app, who, run, pdf);
    await rename(join(folderOf(app), nameOf(lost.id)), join(app.dataDir, "lost"));
    const address = `/api/runs/${run.run}/files`;
    expect((await who.ask("GET", `${address}/${lost.id}`)).statusCode).toBe(500);
    expect((await who.ask("GET", `${address}/${kept.id}`)).rawPayload.equals(pdf)).toBe(true);
  });

  test("an upload is read with what it is; another run's is none", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body } = await upload(app, who, run, pdf);
    const { uploads } = await uploadsOf(app);
    const { bytes, ...rest } = (await uploads.read(run.run, body.id))!;
    expect(rest).toEqual(body);
    expect((await buffer(bytes)).equals(pdf)).toBe(true);
    expect(await uploads.read((await started(app)).run.run, body.id)).toBeUndefined();
  });
});

describe("what crashes leave", () => {
  test("goes after a day; what is younger, or named, stays", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const { body: named } = await upload(app, who, run, pdf);
    const { body: dropped } = await upload(app, who, run, pdf);
    const { storage, uploads } = await uploadsOf(app);
    // The process ended between the bytes and the row, or between the row's end and the bytes'.
    await app.store.db.deleteFrom("files").where("id", "=", dropped.id).execute();
    await writeFile(join(storage.receiving, randomUUID()), "half");
    const now = Date.now();
    expect(await uploads.clean(new Date(now + 60_000))).toBe(0);
    expect((await onDisk(folderOf(app))).objects).toHaveLength(2);
    expect((await onDisk(folderOf(app))).receiving).toHaveLength(1);
    const tomorrow = new Date(now + 25 * 60 * 60 * 1000);
    const young = randomUUID();
    await writeFile(join(storage.receiving, young), "on its way");
    await utimes(join(storage.receiving, young), tomorrow, tomorrow);
    expect(await uploads.clean(tomorrow)).toBe(1);
    expect(await onDisk(folderOf(app))).toEqual({ objects: [nameOf(named.id)], receiving: [young] });
  });

  test("files of runs that nobody sent go with them after 30 days; those of one that was sent stay", async () => {
    const clock = setClock(new Date().toISOString());
    const app = await openClaims(clock.now);
    const mine = await started(app);
    await upload(app, mine.who, mine.run, pdf);
    const sent = await started(app);
    const { body: proof } = await upload(app, sent.who, sent.run, pdf, { field: "sheet.proof" });
    const { status } = await proceed(sent.who, sent.run, { ...goodClaim, "sheet.proof": proof });
    expect(status).toBe(200);
    clock.pass(29 * 24 * 60 * 60);
    await app.housekeeping.once();
    expect((await onDisk(folderOf(app))).objects).toHaveLength(2);
    clock.pass(3 * 24 * 60 * 60);
    expect(await app.housekeeping.once()).toMatchObject({ uploads: 1 });
    expect((await onDisk(folderOf(app))).objects).toEqual([nameOf(proof.id)]);
    expect((await stored(app)).map(({ id }) => id)).toEqual([proof.id]);
  });

  test("what older versions kept in the database is moved at the start, also after one that was cut off", async () => {
    const app = await openClaims();
    const { who, run } = await started(app);
    const ids = Array.from({ length: 3 }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      const content = Buffer.concat([pdf, Buffer.alloc(index)]);
      const file = { id, run: run.run, name: "a.pdf", type: "application/pdf", size: content.length };
      await app.store.db
        .insertInto("files")
        .values({ ...file, content, stored: null, created_at: "2026-11-01T00:00:00.000Z" })
        .execute();
    }
    await app.close();
    // The first one's bytes had got there, half of the second's were on their way.
    const storage = await openStorage({ uploads: { folder: folderOf(app) }, dataDir: "" });
    const path = join(storage.receiving, randomUUID());
    await writeFile(path, pdf);
    await storage.put(nameOf(ids[0]!), { path, size: pdf.length, type: "application/pdf" });
    await writeFile(join(storage.receiving, randomUUID()), "%PD");

    const again = await app.reopen();
    const rows = await stored(again);
    expect(rows.map((row) => [row.stored, row.content])).toEqual(rows.map(({ id }) => [nameOf(id), null]));
    expect(rows).toHaveLength(3);
    const response = await again.server.inject({
      url: `/api/runs/${run.run}/files/${ids[2]}`,
      headers: { host: "si.localhost:3000", cookie: who.cookie! },
    });
    expect(response.rawPayload.equals(Buffer.concat([pdf, Buffer.alloc(2)]))).toBe(true);
  });
});

describe("a storage in trouble", () => {
  const words = /Ahora no podemos guardar ni leer archivos\. Tus respuestas siguen aquí/;

  test("a bucket takes, gives and removes; what it refuses is said, and nothing is half there", async () => {
    const bucket = await startBucket();
    const app = await openClaims(undefined, {
      UPLOADS: `s3://${bucket.config.bucket}/${bucket.config.prefix}`,
      S3_ENDPOINT: bucket.config.endpoint,
      S3_REGION: bucket.config.region,
      S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
    });
    const { who, run } = await started(app);
    const { body } = await upload(app, who, run, pdf);
    const url = `/api/runs/${run.run}/files/${body.id}`;
    expect([...bucket.objects.keys()]).toEqual([bucket.config.prefix + nameOf(body.id)]);
    expect((await who.ask("GET", url)).rawPayload.equals(pdf)).toBe(true);

    bucket.trouble = () => ({ status: 503, code: "SlowDown" });
    const refused = await upload(app, who, run, pdf);
    expect(refused).toMatchObject({ status: 503, body: { error: "unavailable" } });
    expect(refused.body.message).toMatch(words);
    expect((await who.ask("GET", url)).statusCode).toBe(503);
    expect(await stored(app)).toHaveLength(1);
    expect(await readdir(join(app.dataDir, "receiving"))).toEqual([]);
    // The row is gone; its bytes are found later.
    expect((await who.ask("DELETE", url)).statusCode).toBe(204);
    expect(await stored(app)).toEqual([]);

    bucket.trouble = () => undefined;
    expect((await upload(app, who, run, pdf)).status).toBe(201);
  });

  test("a full disk: said so, nothing is half there, and it works again when there is room", async (context) => {
    const disk = await smallDisk(1_500_000);
    if (disk === undefined) {
      context.skip("this machine does not let us mount a small disk");
      return;
    }
    const app = await openClaims(undefined, { UPLOADS: join(disk, "uploads"), UPLOADS_FREE: "0" });
    const { who, run } = await started(app);
    const large = Buffer.concat([pdf, Buffer.alloc(1_000_000)]);
    const first = await upload(app, who, run, large);
    expect(first.status).toBe(201);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await upload(app, who, run, large);
      expect(refused).toMatchObject({ status: 503, body: { error: "unavailable" } });
      expect(refused.body.message).toMatch(words);
    }
    expect(await stored(app)).toHaveLength(1);
    const there = { objects: [nameOf(first.body.id)], receiving: [] };
    expect(await onDisk(join(disk, "uploads"))).toEqual(there);
    expect((await upload(app, who, run, pdf)).status).toBe(201);
    await who.ask("DELETE", `/api/runs/${run.run}/files/${first.body.id}`);
    expect((await upload(app, who, run, large)).status).toBe(201);
  });
});

test("a database from before there was a storage keeps its files", async () => {
  const dataDir = await temporaryFolder();
  const file = join(dataDir, "vitrina.sqlite");
  const before = migrations.findIndex(({ name }) => name === "files in storage");
  const old = new Kysely<unknown>({ dialect: sqliteDialect(file) });
  await migrate(old, "sqlite", migrations.slice(0, before));
  await old.destroy();
  const database = new DatabaseSync(file);
  database.exec(`
    insert into sessions values ('s', 'SI', '2026');
    insert into runs (id, session, brand, flow, revision, step, version, answers, results, done, status, created_at, updated_at)
      values ('r', 's', 'SI', 'f', 'x', 'a', 0, '{}', '{}', '[]', 'open', '2026', '2026');
    insert into files (id, run, name, type, size, content, created_at)
      values ('f', 'r', 'a.pdf', 'application/pdf', 3, x'010203', '2026');`);
  database.close();
  const store = await openStore({ dataDir });
  const row = await store.db.selectFrom("files").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: "f", run: "r", stored: null, size: 3 });
  expect([...row.content!]).toEqual([1, 2, 3]);
  await store.close();
});
