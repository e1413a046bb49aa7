/**
 * What `npm run operate -- backup` and `restore` do: database, uploads and mails into a new folder, while the server runs;
 * and back, once the backup is checked whole, with the server stopped.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { makeBackup } from "../../server/operators/backup/make.ts";
import { BackupError } from "../../server/operators/backup/manifest.ts";
import { putBack } from "../../server/operators/backup/put-back.ts";
import { StorageError } from "../../server/storage/names.ts";
import { startProblemText } from "../../server/start-problem.ts";
import { storeError } from "../../server/store/unavailable.ts";
import { UsageError } from "../authors/project.ts";
import { heldText } from "./backup-words.ts";
import { CommandFailed, type Printed } from "./command.ts";

/** Undefined where it is none that anybody expected. */
function textOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isTold = error instanceof BackupError || error instanceof StorageError;
  // A file or a folder names itself: it need not be one of the server's.
  if (isTold || ("errno" in error && "path" in error)) return error.message;
  return startProblemText(storeError(error)) ?? ("errno" in error ? error.message : undefined);
}

/** What stops a backup is said in words. */
async function inWords(work: () => Promise<Printed>): Promise<Printed> {
  try {
    return await work();
  } catch (error) {
    const text = textOf(error);
    if (text === undefined) throw error;
    throw new CommandFailed(text, { cause: error });
  }
}

function folderOf(positionals: string[], usage: string): string {
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError(usage);
  return folder;
}

/** @throws {UsageError} {CommandFailed} */
export async function operateBackup(words: string[], env: Env): Promise<Printed> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { "without-uploads": { type: "boolean", default: false } },
  });
  const folder = folderOf(positionals, "Uso: npm run operate -- backup <carpeta> [--without-uploads]");
  return await inWords(async () => {
    const withUploads = !values["without-uploads"];
    const manifest = await makeBackup(readConfig(env), folder, { withUploads, env });
    return { text: `Respaldo en / Backup in ${resolve(folder)}\n${heldText(manifest)}`, code: 0 };
  });
}

/** @throws {UsageError} {CommandFailed} */
export async function operateRestore(words: string[], env: Env): Promise<Printed> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const folder = folderOf(positionals, "Uso: npm run operate -- restore <carpeta> [--replace]");
  return await inWords(async () => {
    const manifest = await putBack(readConfig(env), folder, { ...values, env });
    const lines = [
      `Restaurado desde / Restored from ${resolve(folder)}`,
      heldText(manifest),
      "El servidor puede partir / The server may start: npm start",
    ];
    return { text: lines.join("\n"), code: 0 };
  });
}
