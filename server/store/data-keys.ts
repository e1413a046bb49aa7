/** Which keys seal and open, and whether they are the right ones for a database. */
import { randomBytes, type KeyObject } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { dataKeyLength, parseDataKey } from "../config/storage.ts";
import { syncPath } from "../storage/folder.ts";
import { lockDataKeys } from "./locks.ts";
import type { ColumnRef } from "./personal.ts";
import { createSeals, dataKey, type DataKey, type Seals } from "./seals.ts";
import type { Queries, StoreConfig } from "./store.ts";

/** The keys are not the database's: said in words, in both languages. A key is never repeated, only its id. */
export class DataKeyError extends Error {
  constructor(spanish: string, english: string) {
    super(`${spanish} / ${english}`);
    this.name = "DataKeyError";
  }
}

/** The file of the key that is made where the settings name none. */
export const dataKeyFile = (dataDir: string): string => join(dataDir, "data.key");

const proofPlace: ColumnRef = "data_keys.proof";
const proofText = "vitrina";

/** The key in the file; undefined where there is none. @throws {DataKeyError} where it is damaged */
async function keyInFile(file: string): Promise<KeyObject | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const key = parseDataKey(text.trim());
  if (key) return key;
  throw new DataKeyError(
    `${file} está dañado: debe tener 32 bytes en base64. Vuelve a poner la copia que guardaste`,
    `${file} is damaged: it has to have 32 bytes in base64. Put back the copy that you kept`,
  );
}

/** Makes the file, whole or not at all. Of two that come together the first makes it, and both have the same. */
async function makeKeyFile(dataDir: string): Promise<KeyObject> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = dataKeyFile(dataDir);
  const coming = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const handle = await open(coming, "wx", 0o600);
    try {
      await handle.writeFile(`${randomBytes(dataKeyLength).toString("base64")}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(coming, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await syncPath(dataDir);
  } finally {
    await rm(coming, { force: true });
  }
  return (await keyInFile(file))!;
}

const missing = (ids: string[], dataDir: string): DataKeyError =>
  new DataKeyError(
    `Falta la clave de los datos ${ids.join(", ")}: sin ella no se puede leer lo que hay. ` +
      `Ponla en DATA_KEY o en ${dataKeyFile(dataDir)}`,
    `The data key ${ids.join(", ")} is missing: what is there cannot be read without it. ` +
      `Put it into DATA_KEY or ${dataKeyFile(dataDir)}`,
  );

/** Those of the settings, else the one in the file; none where there is neither. */
export async function givenKeys({ dataDir, dataKeys }: StoreConfig): Promise<DataKey[]> {
  if (dataKeys) return dataKeys.map(dataKey);
  const kept = await keyInFile(dataKeyFile(dataDir));
  return kept ? [dataKey(kept)] : [];
}

/** @throws {DataKeyError} unless the keys have all of these ids. */
export function requireKeys(keys: DataKey[], ids: string[], dataDir: string): void {
  const lacking = ids.filter((id) => !keys.some((key) => key.id === id));
  if (lacking.length > 0) throw missing(lacking, dataDir);
}

type Transaction = <T>(work: (db: Queries) => Promise<T>) => Promise<T>;

/**
 * The seals of a database that has its tables. A key is made only where no value can have been sealed yet.
 * @throws {DataKeyError} where a key is missing, or is not the one that it should be
 */
export async function openSeals(transaction: Transaction, config: StoreConfig, now: Date): Promise<Seals> {
  const keysKnown = (db: Queries) => db.selectFrom("data_keys").select(["id", "proof"]).execute();
  let keys = await givenKeys(config);
  // Not in the transaction that follows: that waits for nothing but the database.
  if (keys.length === 0) {
    const isNew = (await transaction(keysKnown)).length === 0;
    // Where it is not, another process may have made the file since: its row comes after it.
    keys = isNew ? [dataKey(await makeKeyFile(config.dataDir))] : await givenKeys(config);
  }
  return await transaction(async (db) => {
    await lockDataKeys(db);
    const known = await keysKnown(db);
    const ids = known.map(({ id }) => id);
    requireKeys(keys, ids, config.dataDir);
    const seals = createSeals(keys as [DataKey, ...DataKey[]]);
    for (const { id, proof } of known) {
      if (!isProof(seals, proof)) throw missing([id], config.dataDir);
    }
    if (!ids.includes(seals.id)) {
      const proof = seals.seal(proofPlace, proofText);
      await db
        .insertInto("data_keys")
        .values({ id: seals.id, proof, done: "[]", since: now.toISOString() })
        // A server that starts at the same moment has the same key.
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    }
    return seals;
  });
}

function isProof(seals: Seals, proof: string): boolean {
  try {
    return proof !== proofText && seals.open(proofPlace, proof) === proofText;
  } catch {
    return false;
  }
}
