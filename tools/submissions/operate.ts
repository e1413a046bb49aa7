/** What `npm run submissions` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import { findSubmissions, identifierText, type ListedSubmission } from "../../server/store/identifiers.ts";
import type { Store } from "../../server/store/store.ts";
import { submissionsById, submissionsNamed, type SubmissionFacts } from "../../server/store/submissions.ts";
import { UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, type Done, type Said } from "../operators/command.ts";
import { listText, submissionText } from "./words.ts";

const usage = `Uso: npm run submissions -- <número, documento o patente> [--brand SI] [--limit n] [--format=json]
       las más nuevas con ese número, o que nombran ese documento o patente, sin datos de personas
     npm run submissions -- --show <número> [--brand SI] [--format=json]
       una entera, con sus respuestas: tiene datos de personas`;

interface Options {
  brand?: string;
  limit: string;
}

async function find(store: Store, text: string, { brand, limit }: Options): Promise<Said> {
  if (identifierText(text) === "") throw new UsageError(usage);
  const found = await findSubmissions(store, text, {
    limit: limitOf(limit),
    ...(brand === undefined ? {} : { brand }),
  });
  return { text: listText(found), data: found, code: found.length > 0 ? 0 : 1 };
}

/** What says nothing of anybody. */
const withoutContents = ({
  id,
  number,
  brand,
  flow,
  revision,
  state,
  created_at,
  decided_at,
}: SubmissionFacts): ListedSubmission => ({
  id,
  number,
  brand,
  flow,
  revision,
  state,
  created_at,
  decided_at,
});

async function show({ db }: Store, name: string, { brand }: Options): Promise<Said> {
  const found = await submissionsNamed(db, name, { brand });
  const [one] = found;
  if (!one) return { text: `${name}: no existe.`, data: null, code: 1 };
  if (found.length > 1) {
    const text = `Hay varias con ese número: indica --brand, o muestra una por su id.\n${listText(found)}`;
    return { text, data: found.map(withoutContents), code: 1 };
  }
  const { rows, damaged } = await submissionsById(db, [one.id]);
  const [whole] = rows;
  if (!whole) {
    const places = damaged.flatMap((row) => row.places).join(", ");
    const text = `${one.number}: está dañada y no se puede leer (${places}). Más: npm run evidence -- ${one.id}`;
    return { text, data: withoutContents(one), code: 1 };
  }
  const answers = JSON.parse(whole.answers) as Record<string, unknown>;
  const labels = JSON.parse(whole.labels) as Record<string, string>;
  return {
    text: submissionText(one, answers, labels),
    data: { ...withoutContents(one), answers, labels },
    code: 0,
  };
}

/** Gives what to print and the exit code: 1 where nothing was found. Throws `UsageError` for a wrong call. */
export async function operateSubmissions(words: string[], env: Env): Promise<Done> {
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
  const [text] = positionals;
  if (positionals.length > 1 || (text === undefined) === (name === undefined)) throw new UsageError(usage);
  return await sayFromStore(env, format, (store) =>
    name === undefined ? find(store, text!, values) : show(store, name, values),
  );
}
