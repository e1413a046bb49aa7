/** What `npm run operate -- leads` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import { leadsOf, readLead, type ListedLead } from "../../server/operators/leads.ts";
import type { Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, usualLimit, type Printed, type CommandResult } from "./command.ts";
import { table, time } from "./words.ts";
import type { Reach } from "../../server/operators/reach.ts";

const usage = `Uso: npm run operate -- leads [opciones] [--format=json]
  [--flow <flujo>] [--brand SI] [--incomplete] [--since 2026-11-01] [--limit n]   hasta dónde llegó cada uno, los más nuevos primero, sin datos de personas
  --naming <documento, patente o correo>   solo los que no se enviaron y lo nombran: para borrar lo de quien lo pide
  --show <id>   uno, con sus pasos y, si aceptó los términos, cómo contactarlo: tiene datos de personas`;

const states = { open: "sin terminar", done: "terminado" };

interface Options {
  flow?: string;
  brand?: string;
  since?: string;
  naming?: string;
  incomplete: boolean;
  limit?: string;
  format: string;
  show?: string;
}

async function list(
  store: Store,
  { flow, brand, since, naming, incomplete, limit = usualLimit(naming) }: Options,
): Promise<CommandResult> {
  if (since !== undefined && !isDay(since)) {
    throw new UsageError(`--since es un día como 2026-11-01, no "${since}".`);
  }
  const rows = await leadsOf(store, {
    incomplete,
    limit: limitOf(limit),
    ...(flow === undefined ? {} : { flow }),
    ...(brand === undefined ? {} : { brand }),
    ...(since === undefined ? {} : { since: `${since}T00:00:00.000Z` }),
    ...(naming === undefined ? {} : { naming }),
  });
  const placeOf = ({ place }: ListedLead): string => (place ? `${place.step} de ${place.of}` : "?");
  const head = ["id", "marca", "flujo", "estado", "llegó a", "paso", "empezó", "último cambio"];
  const text = table([
    head,
    ...rows.map((one) => [
      one.id,
      one.brand,
      one.flow,
      states[one.status],
      placeOf(one),
      one.farthest,
      time(one.created_at),
      time(one.updated_at),
    ]),
  ]);
  return {
    text: rows.length === 0 ? "No hay ninguno así." : text,
    data: rows.map((one) => ({ ...one, place: placeOf(one) })),
    code: 0,
  };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00.000Z`));

function contactText(contact: Reach): string[] {
  if ("withheld" in contact) return [`Contacto:   no se muestra: ${contact.withheld}.`];
  if (contact.answers.length === 0) return ["Contacto:   no dejó ninguno."];
  return ["Contacto:", ...contact.answers.map(({ label, value }) => `  ${label}: ${value}`)];
}

async function show(store: Store, id: string): Promise<CommandResult> {
  const found = await readLead(store, id);
  if (!found) return { text: `${id}: no existe.`, data: null, code: 1 };
  const { run, steps, names, reach: contact } = found;
  const text = [
    `Id:         ${run.id}`,
    `Marca:      ${run.brand}`,
    `Flujo:      ${run.flow}`,
    `Estado:     ${states[run.status]}`,
    `Empezó:     ${time(run.created_at)}`,
    `Cambió:     ${time(run.updated_at)}`,
    "Pasos:",
    ...(steps.length === 0
      ? [`  ${names.get(run.step) ?? run.step}: llegó ${time(run.created_at)}, no siguió`]
      : []),
    ...steps.map(({ step, reached_at, continued_at }) => {
      const went = continued_at === null ? "no siguió" : `siguió ${time(continued_at)}`;
      return `  ${names.get(step) ?? step}: llegó ${time(reached_at)}${names.has(step) ? `, ${went}` : ""}`;
    }),
    ...contactText(contact),
  ].join("\n");
  const { brand, flow: of, status, created_at, updated_at } = run;
  return { text, data: { id, brand, flow: of, status, created_at, updated_at, steps, contact }, code: 0 };
}

/** Gives what to print and the exit code: 1 where there is no such run. Throws `UsageError` for a wrong call. */
export async function operateLeads(words: string[], env: Env): Promise<Printed> {
  let values: Options;
  try {
    ({ values } = parseArgs({
      args: words,
      options: {
        flow: { type: "string" },
        brand: { type: "string" },
        since: { type: "string" },
        naming: { type: "string" },
        incomplete: { type: "boolean", default: false },
        limit: { type: "string" },
        format: { type: "string", default: "text" },
        show: { type: "string" },
      },
    }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  const { show: id, format } = values;
  return await sayFromStore(env, format, (store) =>
    id === undefined ? list(store, values) : show(store, id),
  );
}
