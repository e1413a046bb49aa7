/** Puts a backup back where the settings say that things are kept. */
import { randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Env } from "../../config/settings.ts";
import { putMailFile } from "../../mail/files.ts";
import { openStorage, type Storage } from "../../storage/storage.ts";
import { givenKeys, requireKeys } from "../../store/data-keys.ts";
import { migrations } from "../../store/migrations.ts";
import { chainHeadLogFile } from "../../store/chain-head-log.ts";
import { databaseFile } from "../../store/store.ts";
import {
  BackupError,
  databaseNames,
  mailIn,
  readManifest,
  uploadIn,
  verifyFiles,
  type BackupManifest,
} from "./manifest.ts";
import { loadPostgres, refuseUsedPostgres } from "./postgres.ts";
import { loadSqlite, refuseUsedSqlite } from "./sqlite.ts";

type Target = Pick<Config, "dataDir" | "databaseUrl" | "dataKeys" | "uploads">;

function refuseOther(manifest: BackupManifest, databaseUrl: string | undefined): void {
  if (manifest.schema > migrations.length) {
    throw new BackupError(
      `El respaldo es de una versión más nueva (${manifest.schema}) que este programa (${migrations.length})`,
      `The backup is of a newer version (${manifest.schema}) than this program (${migrations.length})`,
    );
  }
  const expected = databaseUrl === undefined ? "sqlite" : "postgresql";
  if (manifest.database !== expected) {
    throw new BackupError(
      `El respaldo es de ${manifest.database}, y DATABASE_URL dice ${expected}`,
      `The backup is of ${manifest.database}, and DATABASE_URL says ${expected}`,
    );
  }
}

async function putUpload(storage: Storage, from: string, name: string, size: number): Promise<void> {
  const path = join(storage.receiving, randomUUID());
  try {
    await copyFile(from, path);
    await chmod(path, 0o600);
    await storage.put(name, { path, size, type: "application/octet-stream" });
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Checks a backup whole, then puts it back: files first and the database last, so that one that is cut off can be done
 * again.
 * @throws {DataKeyError} where the keys are not here that what is in it was sealed with
 * @throws {BackupError} in words; nothing has been changed then, save by one that says which program failed
 */
export async function putBack(
  target: Target,
  from: string,
  { replace = false, env = {} }: { replace?: boolean; env?: Env } = {},
): Promise<BackupManifest> {
  const folder = resolve(from);
  const { dataDir, databaseUrl } = target;
  const manifest = await readManifest(folder);
  refuseOther(manifest, databaseUrl);
  await verifyFiles(folder, manifest);
  requireKeys(await givenKeys(target), manifest.keys, dataDir);
  if (databaseUrl === undefined) refuseUsedSqlite(databaseFile(dataDir), replace);
  else await refuseUsedPostgres(databaseUrl, replace);

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const storage = await openStorage(target);
  try {
    for (const { path, size } of manifest.files) {
      const upload = uploadIn(path);
      const mail = mailIn(path);
      if (upload !== undefined) await putUpload(storage, join(folder, path), upload, size);
      if (mail !== undefined) {
        await putMailFile(dataDir, mail.replace(/\.eml$/, ""), await readFile(join(folder, path)));
      }
    }
  } finally {
    await storage.close();
  }
  const database = join(folder, databaseNames[manifest.database]);
  if (databaseUrl === undefined) await loadSqlite(database, databaseFile(dataDir), manifest.gone);
  else await loadPostgres(database, databaseUrl, manifest.gone, env);
  await putHeadsAside(dataDir);
  return manifest;
}

/** What was noted of the database before has ends of chains that the restored one has not reached: it stays for whoever asks. */
async function putHeadsAside(dataDir: string): Promise<void> {
  const file = chainHeadLogFile(dataDir);
  const aside = `${file}.${new Date().toISOString().replaceAll(":", "-")}`;
  await rename(file, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
