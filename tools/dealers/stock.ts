/**
 * Makes the cars for sale, of all dealers of the reference data: `node tools/dealers/stock.ts`. With `--cars 100000` as
 * many as that, with `--into <folder>` elsewhere.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../server/config/config.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import { makeStock, type StockOptions } from "./stock/make-stock.ts";

/** What is committed is made with these. */
export const standard: StockOptions = { cars: 3300, seed: 20, today: "2026-11-23" };

/** The texts of the files, by name. */
export async function stockFiles(
  folder: string,
  options: StockOptions = standard,
): Promise<Record<string, string>> {
  const stock = makeStock(await loadReference(folder, { withoutStock: true }), options);
  return Object.fromEntries(
    [...stock].map(([company, cars]) => [
      `${company}.jsonl`,
      cars.map((car) => `${JSON.stringify(car)}\n`).join(""),
    ]),
  );
}

if (import.meta.main) {
  const { referenceDir } = readConfig(process.env);
  const { values } = parseArgs({
    options: {
      cars: { type: "string", default: String(standard.cars) },
      seed: { type: "string", default: String(standard.seed) },
      today: { type: "string", default: standard.today },
      into: { type: "string", default: join(referenceDir, "stock") },
    },
  });
  await mkdir(values.into, { recursive: true });
  const options = { cars: Number(values.cars), seed: Number(values.seed), today: values.today };
  for (const [name, text] of Object.entries(await stockFiles(referenceDir, options))) {
    await writeFile(join(values.into, name), text);
  }
}
