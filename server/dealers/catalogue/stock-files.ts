/**
 * Files of the stock that are replaced while the server serves. What differs is put in its place car by car; what is
 * wrong is told and changes nothing. Each server looks at its own folder.
 */
import { isDeepStrictEqual } from "node:util";
import type { Log } from "../../log.ts";
import { fileReader } from "../reference/files.ts";
import { ReferenceDataError, type ReferenceProblem } from "../reference/problems.ts";
import { stockByCompany } from "../reference/stock.ts";
import { stockStamp } from "../reference/stock-stamp.ts";
import { createTurns } from "../reference/take-turns.ts";
import type { Reference, StockCar } from "../reference/types.ts";
import type { StockChange } from "./stock-changes.ts";

export interface StockFiles {
  /** Of the reference data. */
  folder: string;
  reference: Reference;
  /** Puts one difference in its place. */
  apply: (change: StockChange) => void;
  log?: Log | undefined;
}

/** Milliseconds between two looks. */
const everyMs = 400;

type Stock = Reference["stock"];

/** Reads the files whenever they have changed. Returns what ends it. */
export function followStockFiles({ folder, reference, apply, log }: StockFiles): () => void {
  let read = reference.stockStamp;
  let seen = read;
  let { stock } = reference;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const look = async (): Promise<void> => {
    const stamp = await stockStamp(folder);
    // What is still being written is read when it has been the same twice.
    const isWhole = stamp === seen;
    seen = stamp;
    if (stamp === read || !isWhole) return;
    read = stamp;
    const next = await readStock(folder, reference, stock);
    const turns = createTurns();
    for (const [company, cars] of next) {
      const gone = new Map((stock.get(company) ?? []).map((car) => [car.id, car]));
      for (const car of cars) {
        await turns();
        if (ended) return;
        if (!isDeepStrictEqual(gone.get(car.id), car)) apply({ company, id: car.id, car });
        gone.delete(car.id);
      }
      for (const id of gone.keys()) apply({ company, id, car: null });
    }
    stock = next;
  };

  const lookLater = (): void => {
    timer = setTimeout(() => {
      void look()
        .catch((error: unknown) => {
          const wrong = error instanceof ReferenceDataError ? { problems: error.message } : { err: error };
          log?.error(wrong, "the stock's files are not taken: what was read before them stays");
        })
        .finally(() => (ended ? undefined : lookLater()));
    }, everyMs).unref();
  };
  lookLater();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** @throws {ReferenceDataError} with all that is wrong */
async function readStock(folder: string, reference: Reference, before: Stock): Promise<Stock> {
  const problems: ReferenceProblem[] = [];
  const { vehicles, companies, catalogue } = reference;
  const files = await fileReader(folder, problems).readLines<StockCar>("stock", "stock-car");
  const stock = await stockByCompany(files, vehicles, companies, catalogue);
  // A company that sells nothing has an empty file: one that is missing is a mistake.
  for (const company of before.keys()) {
    if (!stock.has(company)) problems.push({ file: `stock/${company}.jsonl`, says: "Falta este archivo." });
  }
  if (problems.length > 0) throw new ReferenceDataError(folder, problems);
  return stock;
}
