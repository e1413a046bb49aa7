/**
 * `npm run restore -- <folder> [--replace]`: puts a backup back, once it is checked whole, with the server stopped. With
 * the server's own settings.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../server/config/config.ts";
import { runCommand, UsageError } from "./authors/project.ts";
import { putBack } from "./backup/put-back.ts";
import { heldText, inWords } from "./backup/words.ts";

await inWords(() =>
  runCommand(async (words) => {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) {
      throw new UsageError("Uso: npm run restore -- <carpeta> [--replace]");
    }
    const manifest = await putBack(readConfig(process.env), folder, values);
    console.log(`Restaurado desde / Restored from ${resolve(folder)}\n${heldText(manifest)}`);
    console.log("El servidor puede partir / The server may start: npm start");
    return 0;
  }),
);
