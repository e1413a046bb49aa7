/** Makes the cars that dealers have for sale, from the reference data and a seed. */
import type {
  BranchOffice,
  CatalogueLists,
  Company,
  Reference,
  StockCar,
} from "../../../server/dealers/reference/types.ts";
import { vehiclesOf, type Vehicle } from "../../../server/dealers/reference/vehicles.ts";
import { currenciesOf, newPrices, usedPrices } from "./prices.ts";
import { randomOf, type Random } from "./random.ts";

export interface StockOptions {
  /** Of all companies together; new ones are as many as there are versions. */
  cars: number;
  seed: number;
  /** `yyyy-mm-dd`. */
  today: string;
}

/** Ids of a company begin with it. */
const idsEach = 1_000_000;
/** Days that a car counts as newly arrived. */
const newDays = 10;
/** How big dealers are, by company; one that is not named is small. */
const shares: Record<number, number> = { 1: 26, 30: 22, 9: 22, 19: 11, 37: 10, 23: 9 };

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

interface Place {
  country: string;
  newOffices: BranchOffice[];
  usedOffices: BranchOffice[];
}

function placeOf({ country, cities }: Company): Place {
  const offices = cities.flatMap(({ branchOffices }) => branchOffices);
  return {
    country,
    newOffices: offices.filter(({ services }) => services.includes("Venta Nuevos")),
    usedOffices: offices.filter(({ services }) => services.includes("Venta Usados")),
  };
}

/** Colours of a model: those of its pictures; else white and grey, and two that differ from model to model. */
function coloursOf({ brand, model }: Vehicle, carPictures: Reference["carPictures"]): string[] {
  const own = carPictures?.models[`${brand.slug}-${model.slug}`];
  if (own) return Object.keys(own.colours);
  const random = randomOf(
    [...`${brand.code} ${model.code}`].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7),
  );
  const dark = random.pick(["negro", "plata"]);
  const bright = random.weighted([
    ["rojo", 5],
    ["azul", 5],
    ["naranja", 1.5],
    ["verde", 1.5],
    ["cafe", 1],
    ["beige", 1],
    ["burdeo", 1],
    ["amarillo", 0.5],
  ]);
  return ["blanco", "gris", dark, bright];
}

/** A slug in one of the words that sources have for it. */
const sourceWord = (slug: string, values: Record<string, string[]>, random: Random): string =>
  random.pick(values[slug] ?? [slug.toUpperCase()]);

/** Most sources say which wheels; some only how many. */
function tractionOf({ model, version }: Vehicle, random: Random): string {
  const isCargo = ["pickup", "van", "truck"].includes(model.category);
  if (version.traction === "4x4") return isCargo || random.chance(0.3) ? "4X4" : "AWD";
  return random.chance(0.2) ? "4X2" : isCargo ? "RWD" : "FWD";
}

const letters = "BCDFGHJKLPRSTVWXYZ";

const signsOf = (signs: string, count: number, random: Random): string =>
  Array.from({ length: count }, () => random.pick(signs.split(""))).join("");

/** A plate of the country and time that no other car has. */
function plateOf(country: string, year: number, random: Random, taken: Set<string>): string {
  const some = (signs: string, count: number): string => signsOf(signs, count, random);
  for (;;) {
    const plate =
      country === "PE"
        ? `${some("ABCDFMTVXY", 1)}${random.chance(0.5) ? some("0123456789", 1) : some(letters, 1)}${some(letters, 1)}${some("0123456789", 3)}`
        : year < 2008
          ? `${some(letters, 2)}${some("0123456789", 4)}`
          : `${some(letters, 4)}${some("123456789", 1)}${some("0123456789", 1)}`;
    if (taken.has(plate)) continue;
    taken.add(plate);
    return plate;
  }
}

const chassisOf = (random: Random): string => signsOf("ABCDEFGHJKLMNPRSTUVWXYZ0123456789", 17, random);

const notes = [
  "Desgaste normal",
  "Detalle leve de uso",
  "Se recomienda revisar en la próxima mantención",
  "Reparado",
];

function inspectionOf(
  { inspection }: CatalogueLists,
  added: string,
  age: number,
  random: Random,
): StockCar["inspection"] {
  const points = inspection.flatMap(({ points: all }) => all);
  const count = Math.min(9, random.whole(0, 1 + Math.floor(age / 2)));
  const found = new Set(Array.from({ length: count }, () => random.pick(points)));
  return {
    date: dayBefore(added, random.whole(1, 9)),
    findings: [...found].map((point) => ({ point, note: random.pick(notes) })),
  };
}

function newCar(id: number, { version, ...vehicle }: Vehicle, place: Place, deps: Deps): StockCar {
  const { catalogue, random, options, thisYear } = deps;
  const offices = place.newOffices.filter(({ brands }) => brands.includes(vehicle.brand.name));
  const prices = newPrices(version, currenciesOf(place.country), random);
  const isGreen = ["hybrid", "plugInHybrid", "electric"].includes(version.fuel);
  const dps = random.chance(0.15)
    ? {
        units: random.whole(1, 4),
        discount: random.whole(60, 149) / 1000,
        offices: [random.pick(offices).uuid],
      }
    : undefined;
  const count = 36 + Number(prices[0]!.bonuses?.financingBonusSC !== undefined);
  return {
    id,
    type: "new",
    version: version.code,
    year: thisYear,
    added: dayBefore(options.today, random.whole(0, 120)),
    ...(random.chance(0.12) ? { isNewlyArrived: true } : {}),
    colours: coloursOf({ ...vehicle, version }, deps.carPictures).map((slug) =>
      sourceWord(slug, catalogue.sourceValues.color, random),
    ),
    traction: tractionOf({ ...vehicle, version }, random),
    transmission: sourceWord(version.transmission, catalogue.sourceValues.transmission, random),
    prices,
    offices: offices.map(({ uuid }) => uuid),
    units: random.chance(0.06) ? 0 : random.whole(1, 25),
    tags: [
      ...(random.chance(0.3) ? ["cyber"] : []),
      ...(isGreen ? ["bono-eco"] : []),
      ...(dps ? ["venta-especial"] : []),
    ],
    ...(random.chance(0.8) ? { dues: count } : {}),
    ...(dps ? { dps } : {}),
  };
}

/** Kilometres of a car of this age: most near 14,000 a year, some hardly driven, some much. */
function mileageOf(age: number, random: Random): number {
  const each = random.weighted([
    [random.whole(4_000, 9_900), 2],
    [random.whole(10_000, 18_000), 6],
    [random.whole(18_000, 30_000), 2],
  ]);
  return Math.max(random.whole(900, 4_000), Math.round(each * (age + 0.4) + random.whole(-1_500, 1_500)));
}

function usedCar(id: number, vehicle: Vehicle, year: number, place: Place, deps: Deps): StockCar {
  const { catalogue, random, options, thisYear, plates } = deps;
  const { version } = vehicle;
  const age = thisYear - year;
  const mileage = mileageOf(age, random);
  const discount = random.chance(0.28) ? random.whole(2, 9) / 100 : 0;
  const prices = usedPrices(
    { version, year, mileage, thisYear, discount },
    currenciesOf(place.country),
    random,
  );
  const daysAgo = Math.floor(random.next() ** 1.6 * 150);
  const added = dayBefore(options.today, daysAgo);
  const isCertified = age <= 6 && mileage < 110_000 && random.chance(0.45);
  const count = random.pick([24, 36, 48]);
  return {
    id,
    type: "used",
    version: version.code,
    year,
    added,
    ...(daysAgo < newDays ? { isNewlyArrived: true } : {}),
    colours: [
      sourceWord(
        random.weighted(coloursOf(vehicle, deps.carPictures).map((slug, at) => [slug, 5 - at] as const)),
        catalogue.sourceValues.color,
        random,
      ),
    ],
    traction: tractionOf(vehicle, random),
    transmission: sourceWord(version.transmission, catalogue.sourceValues.transmission, random),
    prices,
    offices: [random.pick(place.usedOffices).uuid],
    units: 1,
    tags: [
      ...(isCertified ? ["certificado"] : []),
      ...(discount >= 0.05 ? ["oportunidad"] : []),
      ...(random.chance(0.08) ? ["cyber"] : []),
    ],
    ...(discount > 0 ? { discountUsedCar: discount } : {}),
    ...(age <= 10 && random.chance(0.75) ? { dues: count } : {}),
    plate: plateOf(place.country, year, random, plates),
    mileage,
    owners:
      age === 0
        ? 1
        : Math.min(
            5,
            random.weighted([
              [1, 6],
              [2, age + 1],
              [3, age / 3],
            ]),
          ),
    keys: random.chance(0.7) ? 2 : 1,
    chassis: chassisOf(random),
    ...(isCertified ? { isCertified: true } : {}),
    inspection: inspectionOf(catalogue, added, age, random)!,
  };
}

interface Deps {
  catalogue: CatalogueLists;
  carPictures: Reference["carPictures"];
  random: Random;
  options: StockOptions;
  thisYear: number;
  plates: Set<string>;
}

/** Makes that people buy used more often than others. */
const liked: Record<string, number> = {
  CHEVROLET: 5, HYUNDAI: 5, KIA: 5, TOYOTA: 5, SUZUKI: 5, NISSAN: 4, MAZDA: 4, PEUGEOT: 3, FORD: 3, MITSUBISHI: 3,
}; // prettier-ignore

/** A used vehicle and its year: newer ones more often. */
function usedPick(vehicles: [Vehicle, number][], country: string, deps: Deps): [Vehicle, number] {
  const { random, thisYear } = deps;
  for (;;) {
    const vehicle = random.weighted(vehicles);
    const year = thisYear - Math.floor(random.next() ** 1.4 * 15);
    const [first, last] = vehicle.version.years[country]!;
    if (first <= year && year <= last) return [vehicle, year];
  }
}

function stockOf(reference: Reference, company: Company, cars: number, deps: Deps): StockCar[] {
  const place = placeOf(company);
  const { country } = place;
  const sold = new Set(place.newOffices.flatMap(({ brands }) => brands));
  const fresh = vehiclesOf(reference, { country, year: deps.thisYear }).filter(({ brand }) =>
    sold.has(brand.name),
  );
  const all = vehiclesOf(reference, { country }).map((vehicle): [Vehicle, number] => [
    vehicle,
    liked[vehicle.brand.code] ?? 1,
  ]);
  const id = company.companyId * idsEach;
  const made = fresh.map((vehicle, at) => newCar(id + at + 1, vehicle, place, deps));
  while (place.usedOffices.length > 0 && made.length < cars) {
    made.push(usedCar(id + made.length + 1, ...usedPick(all, country, deps), place, deps));
  }
  return made;
}

/** The cars by company. The same options make the same cars. */
export function makeStock(reference: Reference, options: StockOptions): Map<number, StockCar[]> {
  const { catalogue, companies, plates } = reference;
  if (!catalogue) throw new Error("The reference data has no catalogue.json");
  const total = companies.reduce((sum, { companyId }) => sum + (shares[companyId] ?? 5), 0);
  const taken = new Set(Object.values(plates).flatMap(({ cars }) => cars.map(({ plate }) => plate)));
  return new Map(
    companies.map((company) => {
      const { companyId } = company;
      const deps: Deps = {
        catalogue,
        carPictures: reference.carPictures,
        random: randomOf(options.seed * 1000 + companyId),
        options,
        thisYear: Number(options.today.slice(0, 4)),
        plates: taken,
      };
      const cars = Math.round((options.cars * (shares[companyId] ?? 5)) / total);
      return [companyId, stockOf(reference, company, cars, deps)];
    }),
  );
}
