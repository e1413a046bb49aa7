/** What `npm run submissions` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import { findSubmissions, identifierText, submissionsNamed } from "../../server/store/identifiers.ts";
import type { Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";
import { operatedStore } from "../operators/store.ts";
import { listText, submissionText } from "./words.ts";

const usage = `Uso: npm run submissions -- <número, documento o patente> [--brand SI] [--limit n] [--format=json]
       las más nuevas con ese número, o que nombran ese documento o patente, sin datos de personas
     npm run submissions -- --show <número> [--brand SI] [--format=json]
       una entera, con sus respuestas: tiene datos de personas`;

interface Options {
  brand?: string;
  limit: string;
}

type Said = { text: string; data: unknown; code: number };

async function find(store: Store, text: string, { brand, limit }: Options): Promise<Said> {
  if (!/^[1-9][0-9]{0,4}$/.test(limit)) throw new UsageError("--limit es un número de 1 a 99999.");
  if (identifierText(text) === "") throw new UsageError(usage);
  const found = await findSubmissions(store, text, {
    limit: Number(limit),
    ...(brand === undefined ? {} : { brand }),
  });
  return { text: listText(found), data: found, code: found.length > 0 ? 0 : 1 };
}

async function show({ db }: Store, name: string, { brand }: Options): Promise<Said> {
  const all = await submissionsNamed(db, name);
  const found = all.filter((one) => brand === undefined || one.brand === brand);
  const [one] = found;
  if (!one) return { text: `${name}: no existe.`, data: null, code: 1 };
  if (found.length > 1) {
    const text = `Hay varias con ese número: indica --brand, o muestra una por su id.\n${listText(found)}`;
    return { text, data: found.map(({ answers: _answers, labels: _labels, ...rest }) => rest), code: 1 };
  }
  const answers = JSON.parse(one.answers) as Record<string, unknown>;
  const labels = JSON.parse(one.labels) as Record<string, string>;
  return {
    text: submissionText(one, answers, labels),
    data: { ...one, answers, labels },
    code: 0,
  };
}

/** Gives what to print and the exit code: 1 where nothing was found. Throws `UsageError` for a wrong call. */
export async function operateSubmissions(words: string[], env: Env): Promise<{ text: string; code: number }> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      show: { type: "string" },
      brand: { type: "string" },
      limit: { type: "string", default: "50" },
      format: { type: "string", default: "text" },
    },
  });
  const { show: name, format } = values;
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format es "text" o "json", no "${format}".`);
  }
  const [text] = positionals;
  if (positionals.length > 1 || (text === undefined) === (name === undefined)) throw new UsageError(usage);
  const { store } = await operatedStore(env);
  try {
    const said = name === undefined ? await find(store, text!, values) : await show(store, name, values);
    return { text: format === "json" ? JSON.stringify(said.data, null, 2) : said.text, code: said.code };
  } finally {
    await store.close();
  }
}
