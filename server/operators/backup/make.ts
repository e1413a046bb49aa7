/** Makes a backup while the server runs. */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Env } from "../../config/settings.ts";
import { linkOrCopy, syncPath } from "../../storage/folder.ts";
import { StorageError } from "../../storage/names.ts";
import { openStorage } from "../../storage/storage.ts";
import { databaseFile } from "../../store/store.ts";
import {
  BackupError,
  databaseNames,
  mailIn,
  measured,
  writeManifest,
  type BackupFile,
  type BackupManifest,
} from "./manifest.ts";
import { dumpPostgres } from "./postgres.ts";
import { dumpSqlite, type BackupContents } from "./sqlite.ts";

type Source = Pick<Config, "dataDir" | "databaseUrl" | "uploads">;

/** Copies what the database names. Gives the ids of files without bytes: they were removed in the meantime, or lost. */
async function copyUploads(source: Source, folder: string, files: BackupContents["files"]) {
  const storage = await openStorage(source);
  const copied: BackupFile[] = [];
  const gone: string[] = [];
  const parts = new Set<string>();
  try {
    for (const { id, stored } of files) {
      const path = `uploads/${stored}`;
      parts.add(dirname(path));
      await mkdir(join(folder, dirname(path)), { recursive: true, mode: 0o700 });
      try {
        await storage.copy(stored, join(folder, path));
      } catch (error) {
        if (!(error instanceof StorageError && error.kind === "missing")) throw error;
        gone.push(id);
        continue;
      }
      await syncPath(join(folder, path));
      copied.push(await measured(folder, path));
    }
  } finally {
    await storage.close();
  }
  for (const part of [...parts, "uploads"]) await syncPath(join(folder, part)).catch(() => {});
  return { copied, gone };
}

/** Mails that were written as files. */
async function copyMails(dataDir: string, folder: string): Promise<BackupFile[]> {
  const names = await readdir(join(dataDir, "mail")).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [] as string[];
    throw error;
  });
  const paths = names.map((name) => `mail/${name}`).filter((path) => mailIn(path) !== undefined);
  if (paths.length === 0) return [];
  await mkdir(join(folder, "mail"), { mode: 0o700 });
  const copied: BackupFile[] = [];
  for (const path of paths) {
    await linkOrCopy(join(dataDir, path), join(folder, path));
    await syncPath(join(folder, path));
    copied.push(await measured(folder, path));
  }
  await syncPath(join(folder, "mail"));
  return copied;
}

async function fill(
  source: Source,
  folder: string,
  { withUploads, now, env }: { withUploads: boolean; now: Date; env: Env },
): Promise<BackupManifest> {
  const database = source.databaseUrl === undefined ? "sqlite" : "postgresql";
  const path = databaseNames[database];
  // The database first: the bytes of all that it names are there by then.
  const holdings =
    source.databaseUrl === undefined
      ? await dumpSqlite(databaseFile(source.dataDir), join(folder, path))
      : await dumpPostgres(source.databaseUrl, join(folder, path), env);
  await syncPath(join(folder, path));
  const uploads = withUploads ? await copyUploads(source, folder, holdings.files) : { copied: [], gone: [] };
  const mails = await copyMails(source.dataDir, folder);
  const manifest: BackupManifest = {
    product: "vitrina",
    format: 1,
    madeAt: now.toISOString(),
    database,
    schema: holdings.schema,
    rows: holdings.rows,
    keys: holdings.keys,
    uploads: withUploads ? "included" : "left out",
    gone: uploads.gone,
    files: [await measured(folder, path), ...uploads.copied, ...mails],
  };
  await writeManifest(folder, manifest);
  await syncPath(folder);
  return manifest;
}

/**
 * Writes a backup into a folder that is not there yet: whole, or not at all.
 * @throws {BackupError} in words; others where the system fails
 */
export async function makeBackup(
  source: Source,
  target: string,
  /** `env` is what the programs of PostgreSQL are given besides the password. */
  { withUploads = true, now = new Date(), env = {} }: { withUploads?: boolean; now?: Date; env?: Env } = {},
): Promise<BackupManifest> {
  const folder = resolve(target);
  const coming = join(dirname(folder), `.${basename(folder)}.${process.pid}.part`);
  const refuse = (): never => {
    throw new BackupError(
      `${folder} ya existe: nada se sobrescribe`,
      `${folder} exists: nothing is overwritten`,
    );
  };
  const isThere = await readdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
  if (isThere) refuse();
  await mkdir(dirname(folder), { recursive: true });
  await rm(coming, { recursive: true, force: true });
  await mkdir(coming, { mode: 0o700 });
  try {
    const manifest = await fill(source, coming, { withUploads, now, env });
    // Fails where somebody made the folder since, unless it is empty.
    await rename(coming, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTEMPTY" || error.code === "EEXIST" || error.code === "ENOTDIR") refuse();
      throw error;
    });
    await syncPath(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    throw error;
  }
}
