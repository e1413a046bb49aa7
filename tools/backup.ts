/**
 * `npm run backup -- <folder> [--without-uploads]`: database, uploads and mails into a new folder, while the server
 * runs. With the server's own settings.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../server/config/config.ts";
import { runCommand, UsageError } from "./authors/project.ts";
import { makeBackup } from "./backup/make.ts";
import { heldText, inWords } from "./backup/words.ts";

await inWords(() =>
  runCommand(async (words) => {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { "without-uploads": { type: "boolean", default: false } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) {
      throw new UsageError("Uso: npm run backup -- <carpeta> [--without-uploads]");
    }
    const manifest = await makeBackup(readConfig(process.env), folder, {
      withUploads: !values["without-uploads"],
    });
    console.log(`Respaldo en / Backup in ${resolve(folder)}\n${heldText(manifest)}`);
    return 0;
  }),
);
