/** What `npm run leads` does with the words it is given. */
import { parseArgs } from "node:util";
import { plainWords, type Answers, type CompiledFlow, type Revision } from "../../schemas/engine/all.ts";
import type { Env } from "../../server/config/settings.ts";
import { findLead, listLeads } from "../../server/store/leads.ts";
import { readRevision } from "../../server/store/revisions.ts";
import type { Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, type Done, type Said } from "../operators/command.ts";
import { table, time } from "../operators/words.ts";
import { contactOf, type Contact } from "./contact.ts";

const usage = `Uso: npm run leads -- [opciones] [--format=json]
  [--flow <flujo>] [--brand SI] [--incomplete] [--since 2026-11-01] [--limit n]   hasta dónde llegó cada uno, los más nuevos primero, sin datos de personas
  --show <id>   uno, con sus pasos y, si aceptó los términos, cómo contactarlo: tiene datos de personas`;

/** Steps that ask, in order, with their names. */
const stepsOf = (flow: CompiledFlow | undefined): { id: string; name: string }[] =>
  (flow?.steps ?? [])
    .filter(({ ends }) => !ends)
    .map(({ id, name, title }) => ({ id, name: plainWords(name ?? title) }));

const states = { open: "sin terminar", done: "terminado" };

/** Revisions of one brand by hash: many runs began with the same. */
function revisionsOf(store: Store): (brand: string, hash: string) => Promise<Revision | undefined> {
  const known = new Map<string, Promise<Revision | undefined>>();
  return (brand, hash) => {
    const name = `${brand}/${hash}`;
    const found = known.get(name) ?? readRevision(store, brand, hash);
    known.set(name, found);
    return found;
  };
}

interface Options {
  flow?: string;
  brand?: string;
  since?: string;
  incomplete: boolean;
  limit: string;
  format: string;
  show?: string;
}

async function list(store: Store, { flow, brand, since, incomplete, limit }: Options): Promise<Said> {
  if (since !== undefined && !isDay(since)) {
    throw new UsageError(`--since es un día como 2026-11-01, no "${since}".`);
  }
  const found = await listLeads(store.db, {
    incomplete,
    limit: limitOf(limit),
    ...(flow === undefined ? {} : { flow }),
    ...(brand === undefined ? {} : { brand }),
    ...(since === undefined ? {} : { since: `${since}T00:00:00.000Z` }),
  });
  const revision = revisionsOf(store);
  const rows = [];
  for (const lead of found) {
    const steps = stepsOf((await revision(lead.brand, lead.revision))?.public.flows[lead.flow]);
    // The last step asks nothing: whoever got there had got past all the others.
    const position = Math.min(lead.position, Math.max(steps.length - 1, 0));
    const place = steps.length > 0 ? `${position + 1} de ${steps.length}` : "?";
    rows.push({ ...lead, place, farthest: steps[position]?.name ?? lead.step });
  }
  const head = ["id", "marca", "flujo", "estado", "llegó a", "paso", "empezó", "último cambio"];
  const text = table([
    head,
    ...rows.map((one) => [
      one.id,
      one.brand,
      one.flow,
      states[one.status],
      one.place,
      one.farthest,
      time(one.created_at),
      time(one.updated_at),
    ]),
  ]);
  return { text: rows.length === 0 ? "No hay ninguno así." : text, data: rows, code: 0 };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00.000Z`));

function contactText(contact: Contact): string[] {
  if ("withheld" in contact) return [`Contacto:   no se muestra: ${contact.withheld}.`];
  if (contact.answers.length === 0) return ["Contacto:   no dejó ninguno."];
  return ["Contacto:", ...contact.answers.map(({ label, value }) => `  ${label}: ${value}`)];
}

async function show(store: Store, id: string): Promise<Said> {
  const found = await findLead(store.db, id);
  if (!found) return { text: `${id}: no existe.`, data: null, code: 1 };
  const { run, steps, isRevoked } = found;
  const revision = await readRevision(store, run.brand, run.revision);
  const flow = revision?.public.flows[run.flow];
  const names = new Map(stepsOf(flow).map((step) => [step.id, step.name]));
  const contact = contactOf(
    flow,
    JSON.parse(run.answers) as Answers,
    JSON.parse(run.done) as string[],
    isRevoked,
  );
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
export async function operateLeads(words: string[], env: Env): Promise<Done> {
  let values: Options;
  try {
    ({ values } = parseArgs({
      args: words,
      options: {
        flow: { type: "string" },
        brand: { type: "string" },
        since: { type: "string" },
        incomplete: { type: "boolean", default: false },
        limit: { type: "string", default: "50" },
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
