/** The chart of fees and the table beside it: every amount in them is what the service says of that term and down payment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { WordsReader } from "../../renderer/page/words.ts";
import CreditFees from "../../renderer/views/dealers/CreditFees.tsx";
import { openCatalogue } from "../server/catalogue-parts.ts";

/** The day of the stock that is committed. */
const clock = () => new Date("2026-11-23T15:00:00Z");

const viewFile = join(import.meta.dirname, "../../schemas/views/dealers/credit-fees.json");
const { wording } = JSON.parse(readFileSync(viewFile, "utf8")) as { wording: Record<string, string> };
const own: WordsReader = {
  words: (key) => wording[key]!,
  text: (key) => wording[key]!,
  fill: (key, values) => wording[key]!.replace(/\{(\w+)\}/g, (_, one: string) => values[one]!),
};

const drawn = (value: unknown, dues: number): string =>
  renderToString(
    <MemoryRouter initialEntries={[`/financiamiento/1?pie=40&cuotas=${dues}`]}>
      <CreditFees value={value} block={{ block: "view" }} own={own} />
    </MemoryRouter>,
  );

const attribute = (tag: string, name: string): number =>
  Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)![1]);
const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, one]) => one!);
const digits = (text: string): number => Number(text.replaceAll(/[^0-9]/g, ""));

interface Drawing {
  terms: number[];
  shares: number[];
  /** What the table says, by down payment and term; undefined where there is none. */
  table: (number | undefined)[][];
  /** What the points of the lines say, read off the amounts and percents beside them, in the order of the terms. */
  lines: { share: number; fee: number }[][];
  /** What stands out as chosen: the place of the line of «Tu pie», and how many lines and rows. */
  chosen: { share: number; lines: number; rows: string[] };
}

/** Reads a drawing as an eye does: amounts of points by the labels of both scales. */
function read(html: string, decimals: number): Drawing {
  const unit = 10 ** decimals;
  const [, ...head] = all(html, /<th scope="col">([^<]*)<\/th>/g);
  const rows = all(html, /<tr[^>]*>(<th scope="row"[^>]*>.*?)<\/tr>/g);
  const groups = all(html, /<g>(<line.*?)<\/g>/g);
  const amounts = groups
    .filter((one) => one.includes('text-anchor="end"'))
    .map((one) => ({ at: attribute(one, "y1"), amount: digits(/<text[^>]*>([^<]*)</.exec(one)![1]!) }));
  const percents = groups
    .filter((one) => one.includes('text-anchor="middle"'))
    .map((one) => ({ at: attribute(one, "x1"), share: digits(/<text[^>]*>([^<]*)</.exec(one)![1]!) }));
  const along = (at: number, [from, to]: [number, number], [first, last]: [number, number]): number =>
    first + ((at - from) / (to - from)) * (last - first);
  const shareAt = (x: number): number => {
    const [least, most] = [percents[0]!, percents.at(-1)!];
    return Math.round(along(x, [least.at, most.at], [least.share, most.share]) * 1000) / 1000;
  };
  const feeAt = (y: number): number => {
    const [least, most] = [amounts[0]!, amounts.at(-1)!];
    return Math.round(along(y, [least.at, most.at], [least.amount, most.amount]));
  };
  return {
    terms: head.map(digits),
    shares: rows.map((row) => digits(all(row, /<th scope="row"[^>]*>([^<]*)</g)[0]!)),
    table: rows.map((row) =>
      all(row, /<td[^>]*>([^<]*)<\/td>/g).map((cell) => (cell === "–" ? undefined : digits(cell) / unit)),
    ),
    lines: all(html, /<g data-line="[0-9]+"[^>]*>(.*?)<\/g>/g).map((line) =>
      all(line, /(<circle [^>]*>)/g).map((point) => ({
        share: shareAt(attribute(point, "cx")),
        fee: feeAt(attribute(point, "cy")) / unit,
      })),
    ),
    chosen: {
      share: shareAt(attribute(/<g data-chosen[^>]*>(<line [^>]*>)/.exec(html)![1]!, "x1")),
      lines: all(html, /(<g data-line="[0-9]+" data-term)/g).length,
      rows: all(html, /<tr data-chosen="true" aria-current="true"><th scope="row"[^>]*>([^<]*)</g),
    },
  };
}

test.each([
  { of: "a new car in Chile", brand: "SI", carId: 1_000_018, purchaseType: 2, terms: [12, 24, 36, 48] },
  { of: "a used car in Chile", brand: "SI", carId: 1_000_205, purchaseType: 2, terms: [12, 24, 36, 48] },
  {
    of: "a special sale",
    brand: "SI",
    carId: 1_000_009,
    purchaseType: 2,
    dps: true,
    terms: [12, 24, 36, 48],
  },
  { of: "a smart credit in Peru", brand: "WI", carId: 30_000_041, purchaseType: 1, terms: [25, 37] },
])("$of: every amount is the simulation's", async ({ brand, carId, purchaseType, dps, terms }) => {
  const { callNamed } = await openCatalogue(brand, { clock });
  const data = async (call: string, input: object): Promise<Record<string, unknown>> => {
    const answer = await callNamed(`financial.${call}`, { carId, purchaseType, ...input });
    return (answer.data as { data: Record<string, unknown> }).data;
  };
  const fees = await data("fees", dps ? { dps } : {});
  const { shares, ...shown } = read(drawn(fees, terms.at(-1)!), brand === "WI" ? 2 : 0);
  expect(shown.terms).toEqual(terms);
  expect(shares.length).toBeGreaterThan(5);
  const simulated = async (initialPayment: number, dues: number): Promise<unknown> => {
    const found = await data(dps ? "dpsSimulation" : "simulation", { initialPayment, dues });
    return found["duesValue"];
  };
  const said = await Promise.all(
    shares.map((share) => Promise.all(terms.map((dues) => simulated(share, dues)))),
  );
  expect(shown.table).toEqual(said);
  expect(shown.lines).toEqual(
    terms.map((_, term) => shares.map((share, at) => ({ share, fee: said[at]![term] }))),
  );
  expect(shown.chosen).toEqual({ share: 40, lines: 1, rows: [expect.stringMatching(/^40\s%$/)] });
});
