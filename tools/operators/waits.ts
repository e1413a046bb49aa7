/** What `waits` does with the words it is given: lists what programs wait for, and decides one. */
import { parseArgs } from "node:util";
import type { WaitOutcome } from "../../schemas/engine/all.ts";
import type { Env } from "../../server/config/settings.ts";
import {
  listWaits,
  markEventsSeen,
  readWait,
  retryWait,
  decideWait,
  waitStates,
  type ListedWait,
  type SettledByOperator,
} from "../../server/operators/waits.ts";
import type { Store } from "../../server/store/store.ts";
import { plural, UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, type CommandResult, type Printed } from "./command.ts";
import { indented, table, time } from "./words.ts";

const outcomes: readonly WaitOutcome[] = ["came", "refused", "timeout", "cancelled"];
const states = [...waitStates, "unseen"] as const;

const usage = `Uso: npm run operate -- waits <orden> [--format=json]
  list [--state ${states.join("|")}] [--brand SI] [--limit n]   lo que los formularios esperan; unseen: lo que llegó tarde y nadie vio
  show <id>                                      una espera entera, con lo que llegó: tiene datos de personas
  settle <id> --outcome ${outcomes.join("|")} --why texto [--payload json]   la decide, una sola vez
  seen <id>                                      lo que llegó tarde ya se vio
  retry <id>                                     vuelve a intentar lo que sigue de una atascada`;

interface Options {
  state?: string;
  brand?: string;
  limit: string;
  format: string;
  outcome?: string;
  payload: string;
  why?: string;
}

const inWords: Record<SettledByOperator, string> = {
  moved: "decidida: un servidor sigue con ella ahora mismo.",
  late: "no: otra cosa la decidió antes. Lo que dijiste quedó anotado.",
  early: "anotada: se decide cuando empiece.",
  known: "ya lo habías dicho.",
  held: "todavía no: un pago se está cobrando; mira en «payments show» cómo termina.",
  unknown: "no hay una espera con ese id.",
  "not-waiting": "no se puede: ya no espera nada, o todavía no empieza.",
  "no-branch": "no se puede: el flujo no dice qué se hace entonces.",
};

function listText(waits: ListedWait[]): string {
  if (waits.length === 0) return "Nada que mostrar.";
  const head = ["id", "marca", "flujo", "evento", "estado", "hasta", "sin ver"];
  const rows = waits.map(({ id, brand, flow, event, state, outcome, until_at, unseen }) => [
    id,
    brand,
    flow,
    event,
    outcome === null ? state : `${state} (${outcome})`,
    until_at === null ? "-" : time(until_at),
    String(unseen),
  ]);
  return table([head, ...rows]);
}

async function list({ db }: Store, _id: string, { state, brand, limit }: Options): Promise<CommandResult> {
  const known = states.find((one) => one === state);
  if (state !== undefined && known === undefined)
    throw new UsageError(`--state es ${states.join(", ")}, no "${state}".`);
  const found = await listWaits(db, {
    limit: limitOf(limit),
    ...(known === undefined ? {} : { state: known }),
    ...(brand === undefined ? {} : { brand }),
  });
  return { text: listText(found), data: found, code: 0 };
}

async function show(store: Store, id: string): Promise<CommandResult> {
  const found = await readWait(store, id);
  if (!found) return { text: `${id}: ${inWords.unknown}`, data: null, code: 1 };
  return { text: indented(JSON.stringify(found, null, 2)), data: found, code: 0 };
}

function payloadOf(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload === "object" && payload !== null && !Array.isArray(payload))
      return payload as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new UsageError("--payload es un objeto JSON.");
}

async function settle(store: Store, id: string, { outcome, payload, why }: Options): Promise<CommandResult> {
  const known = outcomes.find((one) => one === outcome);
  if (known === undefined) throw new UsageError(`--outcome es ${outcomes.join(", ")}.`);
  if (why === undefined || why.trim() === "") throw new UsageError("Falta --why: quién lo decide y por qué.");
  const event = { outcome: known, payload: payloadOf(payload), note: why };
  const settled = await decideWait(store, id, event, new Date());
  return { text: `${id}: ${inWords[settled]}`, data: { id, settled }, code: settled === "moved" ? 0 : 1 };
}

async function seen({ db }: Store, id: string): Promise<CommandResult> {
  const count = await markEventsSeen(db, id, new Date().toISOString());
  const text = `${plural(count, "evento visto", "eventos vistos")}.`;
  return { text, data: { id, count }, code: count > 0 ? 0 : 1 };
}

async function retry({ db }: Store, id: string): Promise<CommandResult> {
  const done = await retryWait(db, id, new Date().toISOString());
  return {
    text: done ? `${id}: se intenta otra vez.` : `${id}: no está atascada.`,
    data: { id, done },
    code: done ? 0 : 1,
  };
}

const commands: Record<string, (store: Store, id: string, options: Options) => Promise<CommandResult>> = {
  list,
  show,
  settle,
  seen,
  retry,
};

/** Gives what to print and the exit code: 1 where something was not done. @throws {UsageError} for a wrong call */
export async function operateWaits(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      state: { type: "string" },
      brand: { type: "string" },
      limit: { type: "string", default: "50" },
      format: { type: "string", default: "text" },
      outcome: { type: "string" },
      payload: { type: "string", default: "{}" },
      why: { type: "string" },
    },
  });
  const [command, id, ...more] = positionals;
  const run = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined;
  const isWhole = command === "list" ? id === undefined : id !== undefined;
  if (!run || !isWhole || more.length > 0) throw new UsageError(usage);
  return await sayFromStore(env, values.format, (store) => run(store, id ?? "", values));
}
