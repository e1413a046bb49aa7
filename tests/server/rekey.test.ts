/** A new key for all that is sealed: stopped at every place and gone on with; then the new key alone reads all of it, and the old one nothing. */
import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseDataKey } from "../../server/config/storage.ts";
import { resealAll } from "../../server/files/reseal-all.ts";
import { placeOfUpload } from "../../server/files/sealed-file.ts";
import { listMails, readMail } from "../../server/mail/files.ts";
import { openStorage, type Storage } from "../../server/storage/storage.ts";
import { dataKeyFile } from "../../server/store/data-keys.ts";
import type { ColumnRef } from "../../server/store/personal.ts";
import { opening } from "../../server/store/sealed-bytes.ts";
import { createSeals, dataKey } from "../../server/store/seals.ts";
import { openStore, type StoreConfig } from "../../server/store/store.ts";
import { operateRekey } from "../../tools/operators/rekey.ts";
import { openApp, visitor } from "../support/app.ts";
import { listed, signedIn } from "./account-parts.ts";
import { pngOf } from "./hostile-files.ts";
import { openDocuments } from "./page-files-parts.ts";
import { rawText } from "./raw-database.ts";
import { ana, openAccounts } from "./sign-in-parts.ts";

const bytes = pngOf(10, 10);

/** A server with what people leave behind: forms, a session, mails in files, documents, and one that is half sent. */
async function usedServer() {
  const accounts = await openAccounts();
  const { app, clock } = accounts;
  const { run } = await accounts.send(accounts.device(), ana);
  const key = randomUUID();
  const call = { place: "x/0", input_hash: "", call: "documents.open", state: "answered" as const };
  const at = clock.now().toISOString();
  await app.store.db
    .insertInto("calls")
    .values({ run, key, ...call, sent_at: at, answered_at: at, result: "{}" })
    .execute();
  const { items, begin, rest } = await openDocuments(app, key);
  const all = await items();
  for (const { fileId } of all.slice(1)) {
    const { upload } = await begin(fileId, "carnet.png", bytes);
    expect((await rest(upload, 0, bytes)).status).toBe(200);
  }
  const { upload: halfSent } = await begin(all[0]!.fileId, "otro.png", bytes);
  const who = await signedIn(accounts, ana);
  const files = await listed(who, "files");
  expect(files).toHaveLength(all.length - 1);
  const submissions = await listed(who, "submissions");
  const mails = await Promise.all(
    (await listMails(app.mails)).map(async ({ id }) => (await readMail(app.mails, id))!),
  );
  expect(mails.length).toBeGreaterThanOrEqual(2);
  await app.close();
  const { dataDir, databaseUrl, dataKeys } = app.storeConfig;
  const old =
    dataKeys?.[0]?.export().toString("base64") ?? (await readFile(dataKeyFile(dataDir), "utf8")).trim();
  return {
    storeConfig: { dataDir, databaseUrl },
    old,
    cookie: who.cookie!,
    files,
    submissions,
    mails,
    halfSent,
  };
}

const keysOf = (...texts: string[]) => texts.map((text) => parseDataKey(text)!);

/** What lies in folders: sealed files of uploads and mails, with what each is sealed for. */
async function sealedFiles({ dataDir }: Pick<StoreConfig, "dataDir">) {
  const uploads = join(dataDir, "uploads");
  const named = (await readdir(uploads, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && !one.parentPath.includes("receiving"))
    .map(({ parentPath, name }) => ({ path: join(parentPath, name), place: placeOfUpload(name) }));
  const mails = (await readdir(join(dataDir, "mail"))).map((name) => ({
    path: join(dataDir, "mail", name),
    place: `mails.${name.replace(/\.eml$/, "")}` as ColumnRef,
  }));
  return await Promise.all(
    [...named, ...mails].map(async ({ path, place }) => ({ path, place, sealed: await readFile(path) })),
  );
}

/** The storage of a server that dies after so many files. */
const dyingAfter = (storage: Storage, files: number): Storage => {
  let left = files;
  return {
    ...storage,
    put: async (...given) => {
      if (left === 0) throw new Error("killed");
      left -= 1;
      await storage.put(...given);
    },
  };
};

/** As an operator who tries again and again, and is stopped a step later each time. Tells how often it was. */
async function stoppedAgainAndAgain(config: StoreConfig, alone: StoreConfig): Promise<number> {
  const storage = await openStorage({ ...config, uploads: { folder: join(config.dataDir, "uploads") } });
  const isKilled = (error: unknown): boolean => error instanceof Error && error.message === "killed";
  for (let times = 0; ; times += 1) {
    const store = await openStore(config);
    let asked = 0;
    const most = times * 4;
    const isStopping = (): boolean => (asked += 1) > most;
    try {
      // Files one at a time, and of the columns some more each time.
      const places = { store, storage: dyingAfter(storage, 1), dataDir: config.dataDir };
      await resealAll(places, { whole: true, isStopping });
      if (asked <= most) return times;
    } catch (error) {
      if (!isKilled(error)) throw error;
    } finally {
      await store.close();
    }
    // As long as it is not through, what the older key opens is not given up.
    await expect(openStore(alone)).rejects.toThrow(/Falta la clave/);
    if (times > 1000) throw new Error("it never ends");
  }
}

test("is changed in steps that may be stopped anywhere, and then the old one is nothing any more", async () => {
  const { storeConfig, old, cookie, files, submissions, mails, halfSent } = await usedServer();
  const fresh = randomBytes(32).toString("base64");
  const both: StoreConfig = { ...storeConfig, dataKeys: keysOf(fresh, old) };
  const alone: StoreConfig = { ...storeConfig, dataKeys: keysOf(fresh) };
  const [freshKey, oldKey] = keysOf(fresh, old).map((key) => dataKey(key)) as [
    ReturnType<typeof dataKey>,
    ReturnType<typeof dataKey>,
  ];
  const kept = (await sealedFiles(storeConfig)).filter(({ path }) => path.endsWith(".eml"));
  expect(kept.length).toBe(mails.length);
  expect(await rawText(storeConfig)).toContain(`sealed.1.${oldKey.id}.`);

  expect(await stoppedAgainAndAgain(both, alone)).toBeGreaterThan(files.length);
  // Half of it and all of it are read meanwhile by a server that has both.
  const meanwhile = await openApp({ storeConfig: both });
  const then = visitor(meanwhile, "SI", cookie);
  expect(await listed(then, "submissions")).toEqual(submissions);
  await meanwhile.close();

  const env = {
    DATA_DIR: storeConfig.dataDir,
    DATABASE_URL: storeConfig.databaseUrl,
    DATA_KEY: `${fresh},${old}`,
  };
  expect(await operateRekey([], env)).toMatchObject({ code: 0 });

  // The new one alone: pages, files, mails.
  const app = await openApp({ storeConfig: alone });
  const who = visitor(app, "SI", cookie);
  expect(await listed(who, "submissions")).toEqual(submissions);
  expect(await listed(who, "files")).toEqual(files);
  for (const { to } of files) {
    expect((await who.ask("GET", String(to))).rawPayload.equals(bytes)).toBe(true);
  }
  const read = await Promise.all(mails.map(({ id }) => readMail(app.mails, id)));
  expect(read).toEqual(mails);
  // What somebody had sent by half they begin anew, and are told so.
  const headers = { host: "si.localhost:3000" };
  const asked = await app.server.inject({ url: `/api/page-files/${halfSent}`, headers });
  expect([asked.statusCode, asked.json().error]).toEqual([404, "no-file"]);
  await app.close();

  // The old one: no row, no file.
  await expect(openStore({ ...storeConfig, dataKeys: keysOf(old) })).rejects.toThrow(/Falta la clave/);
  expect(await rawText(storeConfig)).not.toContain(`sealed.1.${oldKey.id}.`);
  const [before, now] = [createSeals([oldKey]), createSeals([freshKey])];
  const opened = (sealed: Buffer, place: ColumnRef, seals: typeof now) =>
    buffer(Readable.from([sealed]).pipe(opening(seals.bytes, place)));
  let ofNow = 0;
  for (const { place, sealed } of await sealedFiles(storeConfig)) {
    if (now.bytes.keyOf(sealed) !== freshKey.id) continue;
    ofNow += 1;
    expect((await opened(sealed, place, now)).length).toBeGreaterThan(0);
    await expect(opened(sealed, place, before)).rejects.toThrow(/is not here/);
  }
  expect(ofNow).toBe(files.length + mails.length);
});
