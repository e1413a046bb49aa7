/** Stores and storages with something in them, for the tests of backups. */
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openStorage } from "../../server/storage/storage.ts";
import { nameOf } from "../../server/storage/names.ts";
import { openStore, type StoreConfig } from "../../server/store/store.ts";
import { testDataKeys } from "../support/data-keys.ts";
import { pdf } from "./files-parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A store with a file, a mail and a session. */
export async function someData(uploads?: Parameters<typeof openStorage>[0]["uploads"], databaseUrl?: string) {
  const dataDir = await temporaryFolder();
  const config = {
    dataDir,
    dataKeys: testDataKeys,
    uploads: uploads ?? { folder: join(dataDir, "uploads") },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const store = await openStore(config);
  const at = "2026-11-21T12:00:00.000Z";
  await store.db.insertInto("sessions").values({ id: "s", brand: "SI", created_at: at }).execute();
  await store.db
    .insertInto("runs")
    .values({
      id: "r",
      session: "s",
      brand: "SI",
      flow: "f",
      revision: "x",
      step: "a",
      version: 0,
      answers: '{"a":"ñ"}',
      results: "{}",
      done: "[]",
      status: "open",
      failure: null,
      dialog: null,
      busy_key: null,
      busy_until: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const storage = await openStorage(config);
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) {
    const path = join(storage.receiving, id);
    await writeFile(path, pdf);
    await storage.put(nameOf(id), { path, size: pdf.length, type: "application/pdf" });
    await store.db
      .insertInto("files")
      .values({
        id,
        run: "r",
        name: "a.pdf",
        type: "application/pdf",
        size: pdf.length,
        stored: nameOf(id),
        content: null,
        created_at: at,
      })
      .execute();
  }
  await mkdir(join(dataDir, "mail"));
  await writeFile(join(dataDir, "mail", "m-1.eml"), "Subject: hola\r\n\r\n");
  await store.close();
  return { config, storage, ids };
}

export async function rowsOf(config: StoreConfig) {
  const store = await openStore(config);
  const files = await store.db.selectFrom("files").select("id").orderBy("id").execute();
  const runs = await store.db.selectFrom("runs").select("answers").execute();
  await store.close();
  return { files: files.map(({ id }) => id), runs };
}

export const emptyTarget = async () => {
  const dataDir = await temporaryFolder();
  return { dataDir, dataKeys: testDataKeys, uploads: { folder: join(dataDir, "uploads") } };
};
