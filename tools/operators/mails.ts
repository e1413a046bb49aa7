/** What `npm run operate -- mails` does with the words it is given. */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import { mailInFile, mailsInFiles, messageInFile } from "../../server/operators/mails.ts";
import { withStore, type Opened } from "../../server/operators/store.ts";
import { UsageError } from "../authors/project.ts";
import { limitOf, type Printed } from "./command.ts";
import { table } from "./words.ts";

const usage = `Uso: npm run operate -- mails list [--limit n]
       los correos que quedaron en archivos, por no haber SMTP_URL; los más nuevos primero
     npm run operate -- mails show <id>
       uno entero, como texto
     npm run operate -- mails save <id> <archivo.eml>
       lo escribe sin cifrar, para abrirlo con un programa de correo`;

async function show(opened: Opened, id: string): Promise<Printed> {
  const mail = await mailInFile(opened, id);
  if (!mail) return { text: `${id}: no existe.`, code: 1 };
  const { from, to, subject, date, text, attachments } = mail;
  const files = attachments.map(({ name, bytes }) => `Adjunto: ${name} (${bytes.length} bytes)`);
  const head = [`De: ${from}`, `Para: ${to}`, `Asunto: ${subject}`, `Fecha: ${date}`, ...files];
  return { text: [...head, "", text.trimEnd()].join("\n"), code: 0 };
}

async function save(opened: Opened, id: string, path: string): Promise<Printed> {
  const message = await messageInFile(opened, id);
  if (!message) return { text: `${id}: no existe.`, code: 1 };
  await writeFile(path, message, { flag: "wx", mode: 0o600 });
  return { text: `${path}: escrito sin cifrar. Bórralo cuando no lo necesites.`, code: 0 };
}

/** @throws {UsageError} for a wrong call. */
export async function operateMails(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { limit: { type: "string", default: "50" } },
  });
  const [what, id, path, ...more] = positionals;
  const limit = limitOf(values.limit);
  return await withStore(env, async (opened): Promise<Printed> => {
    if (what === "list" && id === undefined) {
      const mails = await mailsInFiles(opened, limit);
      if (mails.length === 0) return { text: "No hay correos en archivos.", code: 1 };
      return {
        text: table(mails.map(({ id: name, date, to, subject }) => [date, name, to, subject])),
        code: 0,
      };
    }
    if (what === "show" && id !== undefined && path === undefined) return await show(opened, id);
    if (what === "save" && id !== undefined && path !== undefined && more.length === 0) {
      return await save(opened, id, path);
    }
    throw new UsageError(usage);
  });
}
