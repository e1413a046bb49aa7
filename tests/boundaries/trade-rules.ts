/** Code that draws, judges and serves knows no trade: what belongs to one is in the folder of that trade. */
import type { Source } from "./source.ts";

/** Words of car dealers, in English and in Spanish; several words are looked for one after the other. */
const dealerWords = `
  dealer, dealers, dealership, car, cars, vehicle, vehicles, mileage, odometer, plate, plates, appraisal, appraisals,
  hatchback, suv, pickup, showroom, test drive, test drives, branch office, branch offices, body shop, trade in,
  autos, vehículo, vehículos, patente, patentes, placa, placas, kilometraje, sucursal, sucursales, concesionario,
  concesionarios, tasación, tasar, cotización, cotizar
`.split(",");

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** A text as its words in a row: `branchOffices`, `branch-offices` and `Branch offices` are the same. */
const inWords = (text: string): string =>
  ` ${plain(text.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " "))
    .split(/[^\p{L}]+/u)
    .join(" ")} `;

const refused = dealerWords.map((word) => plain(word).trim());

/** The word of a trade that a text has, if any. */
export function tradeWordIn(text: string): string | undefined {
  const words = inWords(text);
  return refused.find((word) => words.includes(` ${word} `));
}

/** Why a file may say some of them, by its path. */
export type TradeExceptions = Record<string, { words: string[]; why: string }>;

/** Made of the grammars: what definitions may say, and no code of its own. */
const isMade = (path: string): boolean =>
  path === "schemas/engine/types/written.ts" || path.startsWith("schemas/engine/language/");

const isJudged = (path: string): boolean =>
  /^(schemas\/engine|renderer|server)\//.test(path) && !path.includes("/dealers/") && !isMade(path);

/** One line for each place in engine, renderer or server code that speaks of a trade, and for exceptions of no use. */
export function tradeProblems(sources: Source[], exceptions: TradeExceptions): string[] {
  const used = new Set<string>();
  const problems = sources
    .filter(({ path }) => isJudged(path))
    .flatMap(({ path, texts, declared, imports }) => {
      const specifiers = new Set(imports.map(({ specifier }) => specifier));
      const said = [
        {
          text: path
            .split("/")
            .slice(1)
            .join("/")
            .replace(/\.\w+$/, ""),
          line: 1,
        },
        // Where one trade is registered, its folder is named.
        ...texts.filter(({ text }) => !specifiers.has(text)),
        ...declared.map(({ name, line }) => ({ text: name, line })),
      ];
      return said.flatMap(({ text, line }) => {
        const word = tradeWordIn(text);
        if (word === undefined) return [];
        if (exceptions[path]?.words.includes(word)) {
          used.add(`${path} ${word}`);
          return [];
        }
        return [`${path}:${line} says "${word}", which belongs to a trade`];
      });
    });
  const unused = Object.entries(exceptions).flatMap(([path, { words }]) =>
    words
      .filter((word) => !used.has(`${path} ${word}`))
      .map((word) => `${path} no longer says "${word}": the exception can go`),
  );
  return [...problems, ...unused];
}
