/**
 * `npm run bench -- --catalogue`: searches of the embedded catalogue with all filters and counts, in one company with
 * 1,000, 10,000 and 100,000 cars, beside a stock faceted search of a library (itemsjs) and SQLite in memory on the same
 * cars, which count the same filters, without ranges and texts. Beside the time that passed stands what the processor
 * worked meanwhile: on a machine that is busy with other things the rest is waiting for it.
 */
import { DatabaseSync } from "node:sqlite";
import itemsjs from "itemsjs";
import { createCatalogue, facets } from "../../server/dealers/catalogue/catalogue.ts";
import { filterItems } from "../../server/dealers/catalogue/options.ts";
import { searchCatalogue } from "../../server/dealers/catalogue/search.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import { standard } from "../dealers/stock.ts";
import { plainFacets, plainRows, type PlainRow } from "./browser/plain-cars.ts";
import { makeStock } from "../dealers/stock/make-stock.ts";

const sizes = [1_000, 10_000, 100_000];
const aimMs = 10;
const rounds = 60;
/** What people ask one after the other, by filter. */
const questions: Record<string, string[]>[] = [
  {},
  { type: ["used"] },
  { brand: ["toyota"] },
  { type: ["used"], category: ["suv"] },
  { brand: ["toyota", "kia"], fuel: ["gasoline"] },
  { fuel: ["diesel"], transmission: ["automatic"], traction: ["4x4"] },
  { category: ["pickup"], years: ["2021", "2022", "2023"] },
];
const parameters: Record<string, string> = {
  type: "typeId",
  brand: "brandId",
  category: "categoryId",
  years: "year",
};
/** Beside each of them, by turns: what only ours is asked for. */
const beside: Record<string, string>[] = [
  {},
  { priceFrom: "5000000", priceTo: "20000000", sort: "2" },
  { mileageTo: "60000", color: "blanco,gris", sort: "5" },
  { text: "corolla", page: "2" },
  { showVersions: "false", city: "santiago" },
];

/** Milliseconds of all questions, each in order of length. */
interface Times {
  passed: number[];
  worked: number[];
}

/** Of each question, the first rounds left out. */
function timesOf(ask: (question: Record<string, string[]>, round: number) => unknown, times = rounds): Times {
  const found: Times = { passed: [], worked: [] };
  for (let round = -10; round < times; round += 1) {
    for (const question of questions) {
      const [began, used] = [performance.now(), process.threadCpuUsage()];
      ask(question, Math.abs(round));
      const { user, system } = process.threadCpuUsage(used);
      if (round < 0) continue;
      found.passed.push(performance.now() - began);
      found.worked.push((user + system) / 1_000);
    }
  }
  for (const all of Object.values(found)) (all as number[]).sort((a, b) => a - b);
  return found;
}

const at = (times: number[], share: number): number => times[Math.floor(times.length * share)]!;
const sharesOf = (times: number[]): string =>
  [0.5, 0.95].map((share) => at(times, share).toFixed(2).padStart(8)).join("");
const report = (what: string, { passed, worked }: Times): void =>
  console.log(`  ${sharesOf(passed)} ms, of the processor ${sharesOf(worked)} ms   ${what}`);

function stockSearch(rows: PlainRow[]): (question: Record<string, string[]>) => unknown {
  const aggregations = Object.fromEntries(
    plainFacets.map((name) => [name, { title: name, size: 300, conjunction: false }]),
  );
  const engine = itemsjs(rows, {
    sortings: { price: { field: "price", order: "asc" } },
    aggregations,
    searchableFields: [],
  });
  return (question) => engine.search({ per_page: 12, page: 1, sort: "price", filters: question });
}

function databaseSearch(rows: PlainRow[]): (question: Record<string, string[]>) => unknown {
  const db = new DatabaseSync(":memory:");
  db.exec(`create table cars (id integer primary key, price real, ${plainFacets.join(", ")})`);
  const insert = db.prepare(`insert into cars values (?, ?, ${plainFacets.map(() => "?").join(", ")})`);
  db.exec("begin");
  for (const row of rows) {
    insert.run(row.id, row.price, ...plainFacets.map((name) => String(row[name as keyof PlainRow])));
  }
  db.exec("commit");
  for (const name of ["price", ...plainFacets]) db.exec(`create index cars_${name} on cars (${name})`);
  const where = (question: Record<string, string[]>, without?: string): string => {
    const rules = Object.entries(question)
      .filter(([name]) => name !== without)
      .map(([name, values]) => `${name} in (${values.map((value) => `'${value}'`).join(", ")})`);
    return rules.length > 0 ? `where ${rules.join(" and ")}` : "";
  };
  return (question) => [
    db.prepare(`select id from cars ${where(question)} order by price limit 12`).all(),
    ...plainFacets.map((name) =>
      db.prepare(`select ${name}, count(*) from cars ${where(question, name)} group by ${name}`).all(),
    ),
  ];
}

export async function benchCatalogue(): Promise<void> {
  const { referenceDir } = (await import("../../server/config/config.ts")).readConfig(process.env);
  const reference = await loadReference(referenceDir, { withoutStock: true });
  const [company] = reference.companies;
  if (!company || !reference.catalogue) throw new Error("There is no catalogue to measure");
  const p95: Record<keyof Times, number>[] = [];
  console.log("median and p95, as time passed and as the processor worked");
  for (const cars of sizes) {
    // All in one company: what one search has to go through.
    const stock = makeStock({ ...reference, companies: [company] }, { ...standard, cars });
    const catalogue = createCatalogue(
      { ...reference, stock },
      reference.catalogue,
      company,
      () => standard.today,
    );
    const items = filterItems(catalogue.parts);
    console.log(`${cars.toLocaleString("en-US")} cars, ${Object.keys(facets).length} filters`);
    const ours = timesOf((question, round) => {
      const named = Object.entries(question).map(([name, values]) => [
        parameters[name] ?? name,
        values.join(","),
      ]);
      return searchCatalogue(catalogue, items, {
        ...Object.fromEntries(named),
        ...beside[round % beside.length],
      });
    });
    report("the embedded catalogue: page, all counts, ranges, texts", ours);
    p95.push({ passed: at(ours.passed, 0.95), worked: at(ours.worked, 0.95) });
    const rows = plainRows(catalogue);
    const fewer = cars > 10_000 ? 3 : 20;
    report(`itemsjs, ${plainFacets.length} of the filters`, timesOf(stockSearch(rows), fewer));
    report(`SQLite in memory, the same ${plainFacets.length}`, timesOf(databaseSearch(rows), fewer));
  }
  console.log(`\np95 at 100,000 : the aim          passed, worked (the aim is ${aimMs} ms)`);
  const [, middle, large] = p95;
  const said = (value: (of: keyof Times) => number): string =>
    (["passed", "worked"] as const).map((of) => value(of).toFixed(2)).join(", ");
  console.log(`                                  ${said((of) => large![of] / aimMs)}`);
  console.log(`p95 of 100,000 : of 10,000        ${said((of) => large![of] / middle![of])} times, for ten`);
}
