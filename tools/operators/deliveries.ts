/** What `npm run operate -- deliveries` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import {
  deliveryStates,
  listDeliveries,
  requeueDead,
  requeueDeliveries,
  readDelivery,
  type DeliveryState,
} from "../../server/operators/deliveries.ts";
import type { Queries } from "../../server/store/store.ts";
import { plural, UsageError } from "../authors/project.ts";
import { limitOf, sayFromStore, type Printed, type CommandResult } from "./command.ts";
import { deliveryText, listText, requeuedText } from "./delivery-words.ts";

const usage = `Uso: npm run operate -- deliveries <orden> [--format=json]
  list [--state dead|queued|leased|delivered] [--brand SI] [--limit n]   las más nuevas, sin datos de personas
  show <id>                                    una entera, con sus fallas y lo que lleva: tiene datos de personas
  retry <id>…                                  vuelve a intentarlas ahora mismo
  retry --all-dead [--brand SI]                lo mismo con todas las que quedaron sin entregar`;

interface Options {
  state?: string;
  brand?: string;
  limit: string;
  format: string;
  "all-dead": boolean;
}

const isState = (text: string): text is DeliveryState => (deliveryStates as readonly string[]).includes(text);

async function list(db: Queries, { state, brand, limit }: Options): Promise<CommandResult> {
  if (state !== undefined && !isState(state)) {
    throw new UsageError(`--state es ${deliveryStates.join(", ")}, no "${state}".`);
  }
  const found = await listDeliveries(db, {
    limit: limitOf(limit),
    ...(state === undefined ? {} : { state }),
    ...(brand === undefined ? {} : { brand }),
  });
  return { text: listText(found), data: found, code: 0 };
}

async function show(db: Queries, ids: string[]): Promise<CommandResult> {
  const [id] = ids;
  if (id === undefined || ids.length > 1) throw new UsageError(`Falta un id, y uno solo.\n${usage}`);
  const found = await readDelivery(db, id);
  if (!found) return { text: requeuedText(id, "unknown"), data: null, code: 1 };
  const { delivery, failures, payload } = found;
  const data = { ...delivery, payload, failures };
  return { text: deliveryText(delivery, failures), data, code: 0 };
}

async function retry(
  db: Queries,
  ids: string[],
  { brand, "all-dead": allDead }: Options,
): Promise<CommandResult> {
  if (allDead === ids.length > 0) throw new UsageError(`Indica ids o --all-dead, uno de los dos.\n${usage}`);
  const now = new Date();
  if (allDead) {
    const queued = await requeueDead(db, now, brand);
    const text = `${plural(queued.length, "entrega", "entregas")} en cola otra vez.`;
    return { text, data: queued.map((id) => ({ id, outcome: "queued" })), code: 0 };
  }
  const done = await requeueDeliveries(db, ids, now);
  return {
    text: done.map(({ id, outcome }) => requeuedText(id, outcome)).join("\n"),
    data: done,
    code: done.every(({ outcome }) => outcome === "queued") ? 0 : 1,
  };
}

const commands: Record<string, (db: Queries, ids: string[], options: Options) => Promise<CommandResult>> = {
  list: (db, _ids, options) => list(db, options),
  show: (db, ids) => show(db, ids),
  retry,
};

/** Gives what to print and the exit code: 1 where something was not done. Throws `UsageError` for a wrong call. */
export async function operateDeliveries(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      state: { type: "string" },
      brand: { type: "string" },
      limit: { type: "string", default: "50" },
      format: { type: "string", default: "text" },
      "all-dead": { type: "boolean", default: false },
    },
  });
  const [command, ...ids] = positionals;
  const run = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new UsageError(usage);
  return await sayFromStore(env, values.format, ({ db }) => run(db, ids, values));
}
