/** What a backup says of itself: enough to know whether all of it is there, and unchanged. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

export interface BackupFile {
  /** From the backup's folder. */
  path: string;
  /** Bytes. */
  size: number;
  /** SHA-256, in hex. */
  sha256: string;
}

export interface BackupManifest {
  product: "vitrina";
  format: 1;
  /** ISO 8601: when the database was looked at. What was acknowledged before it is in the backup. */
  madeAt: string;
  database: "sqlite" | "postgresql";
  /** Number of the last migration of the tables. */
  schema: number;
  /** Rows of each table. */
  rows: Record<string, number>;
  /** Ids of the keys that personal data in it is sealed with. The keys themselves are never in a backup. */
  keys: string[];
  /** Left out: what keeps them makes copies by itself, as a bucket may. */
  uploads: "included" | "left out";
  /** Ids of files that were removed while the backup was made: the database names them, their bytes are gone. */
  gone: string[];
  files: BackupFile[];
}

/** A backup, or a call, that is not right: said in words, in both languages. */
export class BackupError extends Error {
  constructor(spanish: string, english: string) {
    super(`${spanish} / ${english}`);
  }
}

const manifestName = "manifest.json";
export const databaseNames = { sqlite: "database.sqlite", postgresql: "database.dump" } as const;

// What is restored goes where its path says: no path leads anywhere else.
const uploadPattern = /^uploads\/([0-9a-f]{2}\/[0-9a-f-]{36})$/;
const mailPattern = /^mail\/([0-9a-z][0-9a-z-]{0,79}\.eml)$/;

/** The name in the storage of an upload in a backup. */
export const uploadIn = (path: string): string | undefined => uploadPattern.exec(path)?.[1];
/** The name of a mail's file in a backup. */
export const mailIn = (path: string): string | undefined => mailPattern.exec(path)?.[1];

/** What is in a file of a backup. */
export async function measured(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, size: (await stat(join(folder, path))).size, sha256: hash.digest("hex") };
}

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const handle = await open(join(folder, manifestName), "wx", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function isFile(value: unknown): value is BackupFile {
  const { path, size, sha256 } = (value ?? {}) as Partial<BackupFile>;
  const isKnown =
    isText(path) &&
    (Object.values<string>(databaseNames).includes(path) ||
      uploadIn(path) !== undefined ||
      mailIn(path) !== undefined);
  return isKnown && isCount(size) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256);
}

function isManifest(value: unknown): value is BackupManifest {
  const { product, format, madeAt, database, schema, rows, keys, uploads, gone, files } = (value ??
    {}) as Partial<BackupManifest>;
  return (
    product === "vitrina" &&
    format === 1 &&
    isText(madeAt) &&
    !Number.isNaN(Date.parse(madeAt)) &&
    (database === "sqlite" || database === "postgresql") &&
    isCount(schema) &&
    typeof rows === "object" &&
    rows !== null &&
    Object.values(rows).every(isCount) &&
    // Backups from before there were seals name none.
    (keys === undefined || (Array.isArray(keys) && keys.every(isText))) &&
    (uploads === "included" || uploads === "left out") &&
    Array.isArray(gone) &&
    gone.every(isText) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    new Set(files.map(({ path }) => path)).size === files.length &&
    files.some(({ path }) => path === databaseNames[database])
  );
}

/** @throws {BackupError} where there is no backup, or none that we know how to read */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(join(folder, manifestName), "utf8"));
  } catch (error) {
    throw new BackupError(
      `No hay un respaldo en ${folder}: ${manifestName} no se puede leer`,
      `There is no backup in ${folder}: ${(error as Error).message}`,
    );
  }
  if (isManifest(value)) return { ...value, keys: value.keys ?? [] };
  throw new BackupError(
    `${manifestName} de ${folder} está dañado o es de otra versión`,
    `${manifestName} of ${folder} is damaged, or of another version`,
  );
}

/** Looks at each file of a backup. @throws {BackupError} naming the first that is missing or changed */
export async function verifyFiles(folder: string, { files }: BackupManifest): Promise<void> {
  for (const { path, size, sha256 } of files) {
    const found = await measured(folder, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT")
        throw new BackupError(`Al respaldo le falta ${path}`, `The backup lacks ${path}`);
      throw error;
    });
    if (found.size !== size || found.sha256 !== sha256) {
      throw new BackupError(`${path} está dañado en el respaldo`, `${path} is damaged in the backup`);
    }
  }
}

/** The statement by which a document of a sale is asked for again. `ids` is how they are named: `?`, or `any($1)`. */
export const withoutFile = (ids: string): string =>
  `update opportunity_documents set state = null, file = null, note = null, stored = null, size = 0 where id = ${ids}`;
