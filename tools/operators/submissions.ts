/** What `npm run operate -- submissions` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import {
  findSubmissions,
  identifierText,
  readSubmission,
  submissionsNaming,
} from "../../server/operators/submissions.ts";
import type { Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, usualLimit, type Printed, type CommandResult } from "./command.ts";
import { listText, submissionText } from "./submission-list.ts";

const usage = `Uso: npm run operate -- submissions <número, documento o patente> [--brand SI] [--limit n] [--format=json]
       las más nuevas con ese número, o que nombran ese documento o patente, sin datos de personas
     npm run operate -- submissions --naming <texto> [--brand SI] [--format=json]
       todas en las que esa es una respuesta: un correo, un teléfono, un documento; lee todo, y tarda más
     npm run operate -- submissions --show <número> [--brand SI] [--format=json]
       una entera, con sus respuestas: tiene datos de personas`;

interface Options {
  naming?: string;
  brand?: string;
  limit?: string;
}

/** By number, document or plate, or by any answer that is `naming`. */
async function find(
  store: Store,
  text: string,
  { naming, brand, limit = usualLimit(naming) }: Options,
): Promise<CommandResult> {
  if (identifierText(text) === "") throw new UsageError(usage);
  const query = { limit: limitOf(limit), ...(brand === undefined ? {} : { brand }) };
  const found =
    naming === undefined
      ? await findSubmissions(store, text, query)
      : await submissionsNaming(store.db, naming, query);
  return { text: listText(found), data: found, code: found.length > 0 ? 0 : 1 };
}

async function show({ db }: Store, name: string, { brand }: Options): Promise<CommandResult> {
  const read = await readSubmission(db, name, { brand });
  if (read.is === "unknown") return { text: `${name}: no existe.`, data: null, code: 1 };
  if (read.is === "ambiguous") {
    const text = `Hay varias con ese número: indica --brand, o muestra una por su id.\n${listText(read.found)}`;
    return { text, data: read.found, code: 1 };
  }
  if (read.is === "damaged") {
    const { id, number } = read.submission;
    const text = `${number}: está dañada y no se puede leer (${read.columns.join(", ")}). Más: npm run operate -- evidence ${id}`;
    return { text, data: read.submission, code: 1 };
  }
  const { submission, answers, labels } = read;
  const text = submissionText(submission, answers, labels);
  return { text, data: { ...submission, answers, labels }, code: 0 };
}

/** Gives what to print and the exit code: 1 where nothing was found. Throws `UsageError` for a wrong call. */
export async function operateSubmissions(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      show: { type: "string" },
      naming: { type: "string" },
      brand: { type: "string" },
      limit: { type: "string" },
      format: { type: "string", default: "text" },
    },
  });
  const { show: name, format } = values;
  const asked = [...positionals, name, values.naming].filter((one) => one !== undefined);
  if (asked.length !== 1) throw new UsageError(usage);
  return await sayFromStore(env, format, (store) =>
    name === undefined ? find(store, asked[0]!, values) : show(store, name, values),
  );
}
