/** What `npm run operate -- stock` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import {
  changePrice,
  markSold,
  presentStock,
  StockError,
  withoutPrice,
} from "../../server/dealers/catalogue/change-stock.ts";
import { giveUnitBack } from "../../server/dealers/units/give-back.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import { UsageError } from "../authors/project.ts";
import { CommandFailed, sayFromStore, type CommandResult, type Printed } from "../operators/command.ts";

const usage = `Uso: npm run operate -- stock [--format=json]
  report                 cuántos autos hay en venta, y los que no tienen precio
  price <id> <precio>    otro precio de lista, en la moneda principal
  sold <id>              lo saca del catálogo
  give-back <orden>      devuelve al catálogo lo que esa orden reservó, tras devolver su pago`;

const wholeNumber = (text: string | undefined): number => {
  if (text === undefined || !/^[1-9][0-9]{0,11}$/.test(text)) throw new UsageError(usage);
  return Number(text);
};

/** @throws {UsageError} for words that mean nothing */
export async function operateStock(words: string[], env: Env): Promise<Printed> {
  let parsed;
  try {
    parsed = parseArgs({
      args: words,
      allowPositionals: true,
      options: { format: { type: "string", default: "text" } },
    });
  } catch {
    throw new UsageError(usage);
  }
  const [what, id, price, ...more] = parsed.positionals;
  const counts: Record<string, number> = { report: 1, price: 3, sold: 2, "give-back": 2 };
  if (more.length > 0 || counts[what ?? ""] !== parsed.positionals.length) throw new UsageError(usage);
  return await sayFromStore(env, parsed.values.format, async (store, { referenceDir }) => {
    const reference = await loadReference(referenceDir);
    const work = async (): Promise<CommandResult> => {
      if (what === "report") {
        const { size } = await presentStock(store, reference);
        const free = await withoutPrice(store, reference);
        const text = [`${size} autos en venta`, ...free.map((one) => `sin precio: ${one}`)].join("\n");
        return { text, data: { cars: size, withoutPrice: free }, code: 0 };
      }
      const now = new Date();
      if (what === "sold") {
        const change = await markSold(store, reference, wholeNumber(id), now);
        return { text: `El auto ${change.id} ya no está en venta.`, data: change, code: 0 };
      }
      if (what === "give-back") {
        const change = await giveUnitBack(store, reference, id!, now);
        return { text: `El auto ${change.id} está otra vez en venta.`, data: change, code: 0 };
      }
      const change = await changePrice(store, reference, wholeNumber(id), wholeNumber(price), now);
      return { text: `El auto ${change.id} cuesta ahora ${price}.`, data: change, code: 0 };
    };
    return await work().catch((error: unknown) => {
      throw error instanceof StockError ? new CommandFailed(error.message) : error;
    });
  });
}
