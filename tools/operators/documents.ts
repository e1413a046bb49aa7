/** What `npm run operate -- documents` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import {
  listSaleDocuments,
  readSaleDocument,
  reviewSaleDocument,
  takeSaleDocument,
} from "../../server/operators/sale-documents.ts";
import type { DocumentState, ReviewAct } from "../../server/store/opportunities.ts";
import { UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, type Printed } from "./command.ts";
import { table, time } from "./words.ts";

const words: Record<DocumentState, string> = {
  PENDING: "En revisión",
  COMPLETED: "Validado",
  FAILED: "Con observación",
};

const acts: Record<ReviewAct, string> = { ...words, TAKEN: "Sacó el archivo" };

const usage = `Uso: npm run operate -- documents <orden> [--format=json]
  list [--state ${Object.keys(words).join("|")}] [--brand SI] [--limit n]   los que llegaron, del más antiguo al más nuevo
  show <id>                                    uno entero, con sus revisiones: tiene datos de personas
  get <id> --into carpeta --by quién           saca su archivo, sin cifrar, para mirarlo: queda anotado quién
  approve <id> --by quién [--note texto]       lo valida, y avisa por correo
  observe <id> --by quién --note texto         le pone una observación, y avisa por correo: puede subirse de nuevo`;

const isState = (text: string): text is DocumentState => Object.hasOwn(words, text);

/** @throws {UsageError} {OperatorError} */
export async function operateDocuments(given: string[], env: Env): Promise<Printed> {
  const { positionals, values } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      format: { type: "string", default: "text" },
      state: { type: "string" },
      brand: { type: "string" },
      limit: { type: "string", default: "50" },
      by: { type: "string" },
      note: { type: "string" },
      into: { type: "string" },
    },
  });
  const [order, id, ...rest] = positionals;
  const { state, brand, limit, by, note, into, format } = values;
  if (order === "list" && id === undefined) {
    if (state !== undefined && !isState(state)) throw new UsageError(usage);
    const query = {
      limit: limitOf(limit),
      ...(state === undefined ? {} : { state }),
      ...(brand === undefined ? {} : { brand }),
    };
    return await sayFromStore(env, format, async (store) => {
      const data = (await listSaleDocuments(store, query)).map((one) => ({
        id: one.id,
        caption: one.caption,
        state: one.state!,
        changedAt: one.changed_at,
      }));
      const rows = data.map((one) => [one.id, one.caption, words[one.state], time(one.changedAt)]);
      const text =
        rows.length === 0 ? "Nada que mostrar." : table([["id", "documento", "estado", "desde"], ...rows]);
      return { text, data, code: 0 };
    });
  }
  if (id === undefined || rest.length > 0) throw new UsageError(usage);
  if (order === "show") {
    return await sayFromStore(env, format, async (store) => {
      const data = await readSaleDocument(store, id);
      const { caption, person, file, note: said, reviews } = data;
      const lines = [
        `${caption}: ${data.state === null ? "Por enviar" : words[data.state]}`,
        `${person.name} <${person.email}>, ${person.subject}`,
        ...(file === null ? [] : [`Archivo: ${(JSON.parse(file) as { name: string }).name}`]),
        ...(said === null ? [] : [`Nota: ${said}`]),
        ...reviews.map(
          (one) => `${time(one.created_at)}  ${one.operator}: ${acts[one.state]} ${one.note ?? ""}`,
        ),
      ];
      return { text: lines.join("\n"), data, code: 0 };
    });
  }
  if (order !== "get" && order !== "approve" && order !== "observe") throw new UsageError(usage);
  if (by === undefined || by.trim() === "") throw new UsageError(`Falta quién revisa: --by.\n${usage}`);
  if (order === "get") {
    if (into === undefined || into === "") throw new UsageError(`Falta la carpeta: --into.\n${usage}`);
    return await sayFromStore(env, format, async (store, config) => {
      const asked = { operator: by.trim(), folder: into };
      const path = await takeSaleDocument({ store, config }, id, asked, new Date());
      const text = `${path}: escrito sin cifrar. Es de una persona: bórralo cuando no lo necesites.`;
      return { text, data: { id, path }, code: 0 };
    });
  }
  if (order === "observe" && (note === undefined || note.trim() === ""))
    throw new UsageError(`Falta lo que se observa: --note.\n${usage}`);
  const as = order === "approve" ? ("COMPLETED" as const) : ("FAILED" as const);
  return await sayFromStore(env, format, async (store) => {
    const review = { as, operator: by.trim(), ...(note === undefined ? {} : { note: note.trim() }) };
    await reviewSaleDocument(store, id, review, new Date());
    return { text: `${id}: ${words[as]}. Sale un correo.`, data: { id, state: as }, code: 0 };
  });
}
