/** What `payments` does with the words it is given: lists payments, shows, settles, refunds and compares them. */
import { parseArgs } from "node:util";
import type { Config } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import {
  listPayments,
  paymentStates,
  readPayment,
  reconcile,
  refundByOperator,
  settleByOperator,
} from "../../server/operators/payments.ts";
import { amountOf } from "../../server/payments/provider.ts";
import type { ListedPayment } from "../../server/store/payments-operated.ts";
import type { Store } from "../../server/store/store.ts";
import { plural, UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, type CommandResult, type Printed } from "./command.ts";
import { paymentText, stateInWords } from "./payment-words.ts";
import { table, time } from "./words.ts";

const usage = `Uso: npm run operate -- payments <comando> [--format=json]
  list [--state ${paymentStates.join("|")}|differs|unrefunded] [--brand SI] [--limit n]   los pagos, del más nuevo al más antiguo
  show <id u orden>                              un pago entero, con su comprobante: tiene datos de personas
  settle <id u orden> --why texto [--as cancelled|rejected]   decide uno pendiente: como dice el medio de pago, o como se sabe por otro lado
  refund <id u orden> [--amount n]               devuelve el dinero, o parte
  reconcile [--days 7]                           compara con lo que dicen los medios de pago`;

interface Options {
  state?: string;
  brand?: string;
  limit: string;
  format: string;
  why?: string;
  as?: string;
  amount?: string;
  days: string;
}

/** How much was given back, and whether more is to be. */
const givenBackText = (one: ListedPayment): string =>
  [
    ...(one.refunded > 0 ? [String(amountOf({ ...one, amount: one.refunded }))] : []),
    ...(one.refund_due_at !== null && one.refunded < one.amount ? ["pendiente"] : []),
  ].join(", ") || "-";

function listText(payments: ListedPayment[]): string {
  if (payments.length === 0) return "Nada que mostrar.";
  const head = ["id", "orden", "marca", "medio", "monto", "estado", "desde", "devuelto", "difiere"];
  const rows = payments.map((one) => [
    one.id,
    one.order_number,
    one.brand,
    one.provider,
    `${amountOf(one)} ${one.currency}`,
    stateInWords[one.state] + (one.status === null ? "" : ` (${one.status})`),
    time(one.created_at),
    givenBackText(one),
    one.differs ?? "-",
  ]);
  return table([head, ...rows]);
}

type Command = (store: Store, config: Config, id: string, options: Options) => Promise<CommandResult>;

const list: Command = async ({ db }, _config, _id, { state, brand, limit }) => {
  const known = paymentStates.find((one) => one === state);
  if (state !== undefined && known === undefined && !["differs", "unrefunded"].includes(state))
    throw new UsageError(`--state es ${paymentStates.join(", ")}, differs o unrefunded, no "${state}".`);
  const found = await listPayments(db, {
    limit: limitOf(limit),
    differs: state === "differs",
    unrefunded: state === "unrefunded",
    ...(known === undefined ? {} : { state: known }),
    ...(brand === undefined ? {} : { brand }),
  });
  return { text: listText(found), data: found, code: 0 };
};

const show: Command = async (store, _config, id) => {
  const found = await readPayment(store, id);
  if (!found) return { text: `${id}: no hay un pago con ese id o número de orden.`, data: null, code: 1 };
  return { text: paymentText(found), data: found, code: 0 };
};

const settle: Command = async (store, config, id, { why, as }) => {
  if (why === undefined || why.trim() === "") throw new UsageError("Falta --why: quién lo decide y por qué.");
  const known = (["cancelled", "rejected"] as const).find((one) => one === as);
  if (as !== undefined && known === undefined)
    throw new UsageError("--as es cancelled o rejected: pagado lo dice solo el medio de pago.");
  const given = { note: why, ...(known === undefined ? {} : { as: known }) };
  const state = await settleByOperator(store, config, id, given, new Date());
  const told =
    state === "pending" ? "sigue pendiente: nadie lo pagó, y todavía se puede." : `${stateInWords[state]}.`;
  return { text: `${id}: ${told}`, data: { id, state }, code: state === "pending" ? 1 : 0 };
};

const refund: Command = async (store, config, id, { amount }) => {
  const asked = amount === undefined ? undefined : Number(amount);
  if (asked !== undefined && !(asked > 0)) throw new UsageError("--amount es un monto mayor que 0.");
  const { refunded, ...all } = await refundByOperator(store, config, id, asked, new Date());
  const text = `${id}: devuelto ${refunded} de ${all.amount} ${all.currency}.`;
  return { text, data: { id, refunded, ...all }, code: 0 };
};

const compare: Command = async (store, config, _id, { days }) => {
  if (!/^[1-9][0-9]{0,2}$/.test(days)) throw new UsageError("--days es un número de 1 a 999.");
  const since = new Date(Date.now() - Number(days) * 86_400_000);
  const found = await reconcile(store, config, since);
  const { looked, differing, unanswered } = found;
  const rows = differing.map(({ id, order, ours, theirs }) => [id, order, stateInWords[ours], theirs]);
  const silent = unanswered.slice(0, mostShown).map(({ id, order, why }) => [id, order, why]);
  const lines = [
    `${plural(looked, "pago comparado", "pagos comparados")}; ${plural(differing.length, "difiere", "difieren")}; ${unanswered.length} sin respuesta.`,
    ...(rows.length === 0 ? [] : [table([["id", "orden", "aquí", "allá"], ...rows])]),
    ...(silent.length === 0 ? [] : [table([["id", "orden", "por qué no se pudo comparar"], ...silent])]),
    ...(unanswered.length > mostShown ? [`… y ${unanswered.length - mostShown} más.`] : []),
  ];
  const isRight = differing.length === 0 && unanswered.length === 0;
  return { text: lines.join("\n"), data: found, code: isRight ? 0 : 1 };
};

/** Of those that could not be compared: when a provider is down there are thousands. */
const mostShown = 20;

const commands: Record<string, Command> = { list, show, settle, refund, reconcile: compare };
const ofAll = new Set(["list", "reconcile"]);

/** Gives what to print and the exit code: 1 where something was not done, or differs. @throws {UsageError} for a wrong call */
export async function operatePayments(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      state: { type: "string" },
      brand: { type: "string" },
      limit: { type: "string", default: "50" },
      format: { type: "string", default: "text" },
      why: { type: "string" },
      as: { type: "string" },
      amount: { type: "string" },
      days: { type: "string", default: "7" },
    },
  });
  const [command = "", id, ...more] = positionals;
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run || ofAll.has(command) !== (id === undefined) || more.length > 0) throw new UsageError(usage);
  return await sayFromStore(env, values.format, (store, config) => run(store, config, id ?? "", values));
}
