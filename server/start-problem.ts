/** What keeps the server from starting, in one sentence in Spanish and in English, where it is known. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreUnavailable } from "./store/unavailable.ts";

/** Told as it is: somebody has to change something outside of the program. */
export class StartProblem extends Error {
  constructor(spanish: string, english: string, options?: ErrorOptions) {
    super(`${spanish} / ${english}`, options);
    this.name = "StartProblem";
  }
}

/** Errors whose message is such a sentence already. */
const told = new Set(["StartProblem", "ConfigError", "ReferenceDataError", "DataKeyError", "NewerDatabase"]);

interface ProblemText {
  code?: string | undefined;
  errcode?: number | undefined;
  path?: string | undefined;
  port?: number | undefined;
}

/** SQLite's primary result codes. */
const sqliteCodes: Record<number, string> = {
  8: "EROFS",
  11: "damaged",
  13: "ENOSPC",
  14: "EACCES",
  26: "damaged",
};

const sentences: Record<string, (where: string, port: number | undefined) => [string, string]> = {
  EADDRINUSE: (_, port) => [
    `El puerto ${port} está ocupado; elige otro con PORT, SERVICES_PORT o PAYMENTS_PORT.`,
    `Port ${port} is in use; choose another by PORT, SERVICES_PORT or PAYMENTS_PORT.`,
  ],
  listen: (_, port) => [
    `Falta permiso para el puerto ${port}; elige otro con PORT, SERVICES_PORT o PAYMENTS_PORT.`,
    `Permission for port ${port} is missing; choose another by PORT, SERVICES_PORT or PAYMENTS_PORT.`,
  ],
  EADDRNOTAVAIL: () => [
    "Esta máquina no tiene la dirección de HOST.",
    "This machine does not have the address of HOST.",
  ],
  EROFS: (where) => [
    `${where} es de solo lectura: el servidor tiene que poder escribir ahí. Elige otra carpeta con DATA_DIR.`,
    `${where} is read-only: the server has to be able to write there. Choose another folder by DATA_DIR.`,
  ],
  EACCES: (where) => [`${where}: falta permiso para usarlo.`, `${where}: permission to use it is missing.`],
  ENOSPC: (where) => [
    `El disco de ${where} está lleno: libera espacio y vuelve a partir.`,
    `The disk of ${where} is full: free some room and start again.`,
  ],
  ENOTDIR: (where) => [
    `${where} no es una carpeta: corrige DATA_DIR.`,
    `${where} is not a folder: correct DATA_DIR.`,
  ],
  damaged: (where) => [
    `La base de datos de ${where} está dañada o es otro archivo: restaura un respaldo (npm run operate -- restore).`,
    `The database in ${where} is damaged or another file: restore a backup (npm run operate -- restore).`,
  ],
  "28": () => [
    "La base de datos no acepta el usuario o la clave de DATABASE_URL.",
    "The database does not accept the user or password of DATABASE_URL.",
  ],
  "3D": () => [
    "La base de datos que nombra DATABASE_URL no existe.",
    "The database that DATABASE_URL names does not exist.",
  ],
};

const aliases: Record<string, string> = { EPERM: "EACCES", EEXIST: "ENOTDIR", EDQUOT: "ENOSPC" };

function codeOf({ code, errcode, port }: ProblemText): string | undefined {
  if (errcode !== undefined) return sqliteCodes[errcode & 0xff];
  if (code === undefined) return undefined;
  if (code === "EACCES" && port !== undefined) return "listen";
  const name = aliases[code] ?? code;
  return Object.hasOwn(sentences, name) ? name : code.slice(0, 2);
}

/** The sentence; undefined where the error is none that anybody expected. */
export function startProblemText(error: unknown, dataDir = "DATA_DIR"): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (told.has(error.name)) return error.message;
  const cause = error instanceof StoreUnavailable ? (error.cause as Error | undefined) : error;
  const { code, errcode, path, port } = (cause ?? error) as ProblemText;
  const sentence = sentences[codeOf({ code, errcode, port }) ?? ""];
  if (sentence) return sentence(path ?? dataDir, port).join(" / ");
  if (!(error instanceof StoreUnavailable)) return undefined;
  return "La base de datos no está disponible. / The database is not available.";
}

/** Makes the folder, and makes sure that it can be written to. @throws as the system does, with the folder's path */
export async function requireWritable(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const probe = join(dataDir, `.writable.${process.pid}`);
  try {
    await writeFile(probe, Buffer.alloc(4096));
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: dataDir });
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
