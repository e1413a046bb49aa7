/** Financing: the worked cases of `docs/financing.md` to the peso, reckoned in two ways, and what the service answers. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { costOfCredit, type Credit } from "../../server/dealers/financing/credit.ts";
import type { CreditCosts, Financing } from "../../server/dealers/reference/financing.ts";
import { loadReference, type ReferenceDataError } from "../../server/dealers/reference/reference.ts";

import { creditByHand } from "../support/credit-by-hand.ts";
import { openCatalogue, type ListedCar } from "./catalogue-parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { smallReference } from "./reference-parts.ts";

const page = await readFile(join(import.meta.dirname, "../../docs/financing.md"), "utf8");

/** A number as the page has it: `12.490.000`, `1,49 %` where commas are decimals; `12,990`, `8,404.00` where points are. */
const amount = (text: string, decimal: "," | "."): number =>
  Number(text.replaceAll(decimal === "," ? "." : ",", "").replace(decimal, "."));
const percent = (text: string): number => Number(text.replace(" %", "").replace(",", "."));

/** The rows of the table under a heading. */
function casesOf(heading: string): string[][] {
  const [, section = ""] = page.split(`## Casos resueltos: ${heading}\n`);
  const rows = section
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => /^\| +[0-9]/.test(line));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const chile: CreditCosts = {
  financed: [
    { name: "Gastos notariales", amount: 58_000 },
    { name: "Inscripción de la prenda", amount: 92_000 },
  ],
  monthly: [],
  stampDuty: { monthlyRate: 0.00066, maximum: 0.008 },
  lifeInsurance: { monthlyRate: 0.00042, charged: "once" },
};
const peru: CreditCosts = {
  financed: [{ name: "Gastos", amount: 61_000 }],
  monthly: [{ name: "Envío", amount: 290 }],
  lifeInsurance: { monthlyRate: 0.00061, charged: "monthly" },
  carInsurance: { yearlyRate: 0.0385 },
};

interface WorkedCase {
  credit: Credit;
  fee: number;
  total: number;
  principal: number;
  nominal: number;
  compounded: number;
  futureValue: number;
  parts: number[];
}

const workedCases: [string, WorkedCase][] = [
  ...casesOf("Chile").map((cells): [string, WorkedCase] => {
    const [price, down, rate, dues, future, duty, insurance, principal, fee, last, total, cae, other] = cells;
    const whole = (text: string): number => (text === "—" ? 0 : amount(text, ","));
    return [
      `Chile: ${cells.slice(0, 5).join(", ")}`,
      {
        credit: {
          price: whole(price!),
          downPayment: Math.round((whole(price!) * percent(down!)) / 100),
          dues: Number(dues),
          rate: percent(rate!) / 100,
          futureValue: future === "—" ? 0 : Math.round((whole(price!) * percent(future!)) / 100),
          costs: chile,
        },
        fee: whole(fee!),
        total: whole(total!),
        principal: whole(principal!),
        nominal: percent(cae!),
        compounded: percent(other!),
        futureValue: whole(last!),
        parts: [whole(duty!), whole(insurance!)],
      },
    ];
  }),
  ...casesOf("Perú").map((cells): [string, WorkedCase] => {
    const [price, down, rate, dues, future, principal, fee, last, total, tcea, other] = cells;
    const cents = (text: string): number => (text === "—" ? 0 : Math.round(amount(text, ".") * 100));
    return [
      `Perú: ${cells.slice(0, 5).join(", ")}`,
      {
        credit: {
          price: cents(price!),
          downPayment: Math.round((cents(price!) * percent(down!)) / 100),
          dues: Number(dues),
          rate: (1 + percent(rate!) / 100) ** (1 / 12) - 1,
          futureValue: future === "—" ? 0 : Math.round((cents(price!) * percent(future!)) / 100),
          costs: peru,
        },
        fee: cents(fee!),
        total: cents(total!),
        principal: cents(principal!),
        nominal: percent(other!),
        compounded: percent(tcea!),
        futureValue: cents(last!),
        parts: [0, 0],
      },
    ];
  }),
];

const twoDecimals = (rate: number): number => Math.round(rate * 10_000) / 100;

describe("the worked cases of the page", () => {
  test("are as many as it is worth", () => expect(workedCases.length).toBeGreaterThanOrEqual(20));

  test.each(workedCases)("%s", (_name, { credit, parts, ...expected }) => {
    const cost = costOfCredit(credit);
    const { principal, fee, total, costRate, schedule } = cost;
    expect({
      principal,
      fee,
      total,
      nominal: twoDecimals(costRate * 12),
      compounded: twoDecimals((1 + costRate) ** 12 - 1),
      futureValue: credit.futureValue,
      parts: [cost.stampDuty, cost.insurance],
    }).toEqual({ ...expected, parts });

    // The second way shares no formula with the first.
    const { costRate: byHand, ...amounts } = creditByHand(credit);
    expect(amounts).toEqual({
      principal,
      stampDuty: parts[0],
      insurance: parts[1],
      fee,
      total,
    });
    expect([twoDecimals(byHand * 12), twoDecimals((1 + byHand) ** 12 - 1)]).toEqual([
      expected.nominal,
      expected.compounded,
    ]);
    const beside =
      credit.costs.monthly.reduce((sum, one) => sum + one.amount, 0) +
      Math.round((credit.price * (credit.costs.carInsurance?.yearlyRate ?? 0)) / 12);
    // And the schedule agrees with itself, whoever adds it up.
    let balance = principal;
    for (const line of schedule) {
      expect(line.payment).toBe(line.principal + line.interest + line.charges);
      balance -= line.principal;
      expect(line.balance).toBe(balance);
      expect(line.interest).toBeGreaterThanOrEqual(0);
    }
    expect(balance).toBe(0);
    expect(schedule).toHaveLength(credit.dues);
    const last = schedule.at(-1)!;
    if (credit.futureValue > 0) expect(last.payment).toBe(credit.futureValue + beside);
    // Rounding moves no more than a peso for each month.
    else expect(Math.abs(last.payment - fee)).toBeLessThanOrEqual(credit.dues);
  });
});

test.each(["chile", "peru"])("the page says how far the words of %s are reviewed", async (country) => {
  const name = `brands/defaults/${country}/content/credit.json`;
  const content = await readFile(join(import.meta.dirname, "../..", name), "utf8");
  const { review } = JSON.parse(content) as { review: string };
  const row = page.split("\n").find((line) => line.includes(`\`${name}\``));
  expect(row).toContain(`| ${review} `);
});

/** The day of the stock that is committed. */
const clock = () => new Date("2026-11-23T15:00:00Z");

interface Simulation {
  statusCode: number;
  data: Record<string, number> & { financialError: boolean; description?: string };
}

async function openFinancing(brand: string, at = clock) {
  const { answer, search, callNamed } = await openCatalogue(brand, { clock: at });
  const simulate = (call: string, input: Record<string, unknown>) => callNamed(`financial.${call}`, input);
  const data = async (call: string, input: Record<string, unknown>): Promise<Simulation["data"]> =>
    ((await simulate(call, input)).data as Simulation).data;
  return { answer, search, simulate, data };
}

describe.each(["SI", "WI"])("financing of %s", (brand) => {
  test("the fee of every card is the one that the simulation gives for it", async () => {
    const { search, data } = await openFinancing(brand);
    let compared = 0;
    for (let at = 1; at <= 12; at += 1) {
      const { result } = await search({ page: at });
      for (const car of result as (ListedCar & {
        minorCountDues?: number | null;
        minorPriceDues?: number;
      })[]) {
        const { minorCountDues: dues, minorPriceDues } = car;
        if (typeof dues !== "number") continue;
        const purchaseType = dues === 37 ? 1 : 2;
        const { min, max } = rangeOf(car, purchaseType);
        const initialPayment = min <= 40 && 40 <= max ? 40 : min;
        const found = await data("simulation", { carId: car.id, purchaseType, initialPayment, dues });
        expect({ id: car.id, fee: found["duesValue"] }).toEqual({ id: car.id, fee: minorPriceDues });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  test("a simulation has the fields of the record, a table that adds up to it and fees of all terms", async () => {
    const { search, data, simulate } = await openFinancing(brand);
    const { result } = await search({ typeId: ["nuevo"] });
    const car = result[0]!;
    const asked = { carId: car.id, purchaseType: 1, initialPayment: 30, dues: 37 };
    const found = await data("simulation", asked);
    const second = brand === "WI" ? ["duesValuePEN", "totalCreditPEN", "guaranteedFutureValuePEN"] : [];
    for (const name of ["duesValue", "totalCredit", "annualEquivalency", "guaranteedFutureValue", ...second])
      expect(found[name]).toBeGreaterThan(0);
    expect(found).toMatchObject({ purchaseType: 1, dues: 37, initialPaymentPercentage: 30, errorCode: 0 });
    if (brand === "WI") expect(found).toMatchObject({ exchangeRate: 3.75, exchangeDate: "2026-11-20" });
    const whole = (amounts: number[]): number => Math.round(amounts.reduce((sum, one) => sum + one, 0) * 100);
    const table = (await data("schedule", asked)) as unknown as { schedule: { payment: number }[] };
    expect(whole(table.schedule.map(({ payment }) => payment))).toBe(whole([found["totalCredit"]!]));
    const offered = await data("fees", { carId: car.id, purchaseType: 1, initialPayment: 30 });
    const { fees, terms } = offered as unknown as Record<"fees" | "terms", Record<string, number>[]>;
    expect(terms.map(({ value, disabled }) => [value, disabled])).toEqual([
      ["25", undefined],
      ["37", undefined],
    ]);
    // Outside of the range no term has a fee: none can be chosen.
    const outside = await data("fees", { carId: car.id, purchaseType: 1, initialPayment: 90 });
    expect(
      (outside as unknown as typeof offered & { terms: { disabled?: true }[] }).terms.map(
        ({ disabled }) => disabled,
      ),
    ).toEqual([true, true]);
    expect(fees.find((one) => one["dues"] === 37 && one["initialPayment"] === 30)).toMatchObject({
      duesValue: found["duesValue"],
      totalCredit: found["totalCredit"],
    });
    // More down payment, a smaller fee.
    const of37 = fees.filter(({ dues }) => dues === 37).map(({ duesValue }) => duesValue!);
    expect(of37).toEqual(of37.toSorted((a, b) => b - a));
    expect((await simulate("simulation", { ...asked, carId: 1 })).status).toBe(404);
  });

  test.each([
    ["a term that is not offered", { dues: 13 }],
    ["a down payment below the range", { initialPayment: 5 }],
    ["a down payment above the range", { initialPayment: 95 }],
  ])("%s has a fee of 0 and says why", async (_name, other) => {
    const { search, data } = await openFinancing(brand);
    const car = (await search({ typeId: ["nuevo"] })).result[0]!;
    const found = await data("simulation", {
      carId: car.id,
      purchaseType: 2,
      initialPayment: 40,
      dues: 36,
      ...other,
    });
    expect(found).toMatchObject({ duesValue: 0, financialError: true, errorCode: 1 });
    expect(found.description).toMatch(/\S/);
  });

  test("nothing is financed on a day without a table, and cards have no fees then", async () => {
    const { search, data } = await openFinancing(brand, () => new Date("2028-02-01T15:00:00Z"));
    const { result } = await search({ typeId: ["nuevo"] });
    const found = await data("simulation", {
      carId: result[0]!.id,
      purchaseType: 2,
      initialPayment: 40,
      dues: 36,
    });
    expect(found).toMatchObject({ duesValue: 0, financialError: true });
    expect(result.map((car) => (car as { minorPriceDues?: number | null }).minorPriceDues ?? null)).toEqual(
      result.map(() => null),
    );
  });

  test("makes come with their credits and ranges, and a price without a car is reckoned by make and type", async () => {
    const { answer, data, simulate } = await openFinancing(brand);
    const makes = await answer<FinancialMake[]>("financialBrands", { carTypeId: 1 });
    const chevrolet = makes.find(({ slug }) => slug === "chevrolet");
    if (chevrolet)
      expect(chevrolet.carBrandTypeFinancial[0]!.financial).toMatchObject({
        smartName: "Chevy Plan",
        smartCreditRange: { min: 20, max: 35 },
      });
    expect(makes.length).toBeGreaterThanOrEqual(3);
    const used = await answer<FinancialMake[]>("financialBrands", { carTypeId: 2 });
    expect(used[0]!.carBrandTypeFinancial[0]!.financial).toMatchObject({
      type: 2,
      duesConventional: [12, 24, 36, 48],
      conventionalCreditRange: { min: 30, max: 80 },
    });
    const asked = {
      brandId: "X",
      listPrice: 12_490_000,
      carBrandType: "kia",
      carTypeId: 1,
      purchaseType: 2,
      initialPayment: 40,
      dues: 36,
    };
    expect((await data("simulationV2", asked))["duesValue"]).toBeGreaterThan(0);
    if (brand === "SI")
      expect(await data("simulationV2", asked)).toMatchObject({
        duesValue: 282_418,
        annualEquivalency: 21.02,
      });
    expect((await simulate("simulationV2", { ...asked, carBrandType: "nadie" })).status).toBe(404);
  });

  test("a car of the special sale is financed by its own prices", async () => {
    const { search, data, simulate } = await openFinancing(brand);
    const { result } = await search({ tagId: ["venta-especial"] });
    const asked = { carId: result[0]!.id, purchaseType: 2, initialPayment: 40, dues: 36 };
    const { dpsPrice, prices } = result[0] as unknown as Record<
      "dpsPrice" | "prices",
      Record<string, number>[]
    >;
    const simulated = async (call: string) => (await data(call, asked))["price"];
    expect(await simulated("dpsSimulation")).toBe(dpsPrice[0]!["priceBF"]);
    expect(await simulated("simulation")).toBe(prices[0]!["priceCC"] ?? prices[0]!["listPrice"]);
    const without = (await search({ typeId: ["usado"] })).result[0]!;
    expect((await simulate("dpsSimulation", { ...asked, carId: without.id })).status).toBe(404);
  });
});

const specialCases = casesOf("venta especial");

test("each country has a worked case of the special sale with each credit", () => {
  expect(specialCases.map(([, brand, , , , , dues]) => `${brand} ${dues}`)).toEqual([
    "SI 36",
    "SI 37",
    "WI 36",
    "WI 37",
  ]);
});

test.each(specialCases)(
  "the service answers the worked case of %s, %s, %s",
  async (id, brand, credit, usual, price, down, dues, fee, total, annual) => {
    // The same numbers are reckoned in two ways in the table of the country.
    const ofCountry = casesOf(brand === "WI" ? "Perú" : "Chile");
    expect(
      ofCountry.filter((row) => [price, down, dues, fee, total].every((one) => row.includes(one))),
    ).toHaveLength(1);
    const decimal = brand === "WI" ? "." : ",";
    const { data } = await openFinancing(brand);
    const asked = {
      carId: Number(id),
      purchaseType: dues === "37" ? 1 : 2,
      initialPayment: percent(down),
      dues: Number(dues),
    };
    expect(await data("dpsSimulation", asked)).toMatchObject({
      financial: credit,
      price: amount(price, decimal),
      duesValue: amount(fee, decimal),
      totalCredit: amount(total, decimal),
      annualEquivalency: percent(annual),
    });
    expect((await data("simulation", asked))["price"]).toBe(amount(usual, decimal));
  },
);

interface FinancialMake {
  slug: string;
  carBrandTypeFinancial: { financial: Record<string, unknown> }[];
}

function rangeOf(car: ListedCar, purchaseType: number): { min: number; max: number } {
  const { financial } = (car.carBrandType as unknown as FinancialMake).carBrandTypeFinancial[0]!;
  return financial[purchaseType === 1 ? "smartCreditRange" : "conventionalCreditRange"] as {
    min: number;
    max: number;
  };
}

test("an old car has no smart credit, and a very old one none", async () => {
  const { search, data } = await openFinancing("SI");
  const ofYear = async (year: number) =>
    (await search({ typeId: ["usado"], year: [String(year)] })).result[0]!.id;
  const fee = async (carId: number, purchaseType: number) =>
    (
      await data("simulation", {
        carId,
        purchaseType,
        initialPayment: 40,
        dues: purchaseType === 1 ? 37 : 36,
      })
    )["duesValue"]!;
  const [young, old, oldest] = [await ofYear(2020), await ofYear(2019), await ofYear(2013)];
  expect(await fee(young, 1)).toBeGreaterThan(0);
  expect(await fee(old, 1)).toBe(0);
  expect(await fee(old, 2)).toBeGreaterThan(0);
  expect(await fee(oldest, 2)).toBe(0);
});

const financing = (): Financing => ({
  usualDownPayment: 40,
  countries: Object.fromEntries(
    ["CL", "PE"].map((country) => [
      country,
      {
        currency: "CLP",
        annualCost: { name: "CAE", method: "nominal" as const, source: "Ley 20.555" },
        maximumAge: { conventional: 12, smart: 6 },
        tables: [
          {
            validFrom: "2026-01-01",
            validUntil: "2026-12-31",
            costs: { financed: [], monthly: [] },
            plans: [
              {
                type: "new" as const,
                credit: "conventional" as const,
                name: "Convencional",
                downPayment: { min: 20, max: 50 },
                terms: [{ dues: 12, monthlyRate: 0.01 }],
              },
            ],
          },
        ],
      },
    ]),
  ),
});

describe("financing.json", () => {
  const plan = (data: Financing) => data.countries["CL"]!.tables[0]!.plans[0]!;
  test.each<[string, (data: Financing) => void, string]>([
    ["is as it should be", () => {}, ""],
    ["lacks a country", ({ countries }) => delete countries["PE"], 'Falta el financiamiento de "PE".'],
    [
      "has a table that ends before it begins",
      ({ countries }) => (countries["CL"]!.tables[0]!.validUntil = "2025-12-31"),
      '"2025-12-31" es anterior a "2026-01-01".',
    ],
    [
      "has two tables of one day",
      ({ countries }) =>
        countries["CL"]!.tables.push({
          ...countries["CL"]!.tables[0]!,
          validFrom: "2026-12-31",
          validUntil: "2027-01-01",
        }),
      '"2026-12-31" no viene después de "2026-12-31".',
    ],
    ["names a make that there is not", (data) => (plan(data).makes = ["nadie"]), '"nadie" no se conoce.'],
    [
      "has a range the wrong way round",
      (data) => (plan(data).downPayment.max = 10),
      "El pie máximo es menor que el mínimo.",
    ],
    [
      "has the same plan twice",
      (data) => data.countries["CL"]!.tables[0]!.plans.push(plan(data)),
      'Ya hay un plan "conventional" de "new" para "*".',
    ],
    [
      "has a future value without a smart credit",
      (data) => (plan(data).terms[0]!.futureValue = 0.4),
      "Un crédito inteligente, y solo él, tiene un valor futuro.",
    ],
    [
      "finances nothing",
      (data) =>
        Object.assign(plan(data), {
          credit: "smart",
          terms: [{ dues: 25, monthlyRate: 0.01, futureValue: 0.6 }],
        }),
      "El pie máximo y el valor futuro son más que el precio.",
    ],
    [
      "has terms out of order",
      (data) => plan(data).terms.push({ dues: 6, monthlyRate: 0.01 }),
      "Los plazos van de menor a mayor.",
    ],
  ])("that %s", async (_name, change, says) => {
    const folder = await temporaryFolder();
    const data = financing();
    change(data);
    for (const [name, content] of Object.entries({ ...smallReference(), "financing.json": data })) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), JSON.stringify(content, null, 2));
    }
    const fault = await loadReference(folder).then(
      () => "",
      (error: unknown) => (error as ReferenceDataError).problems.map((problem) => problem.says).join("\n"),
    );
    expect(fault).toBe(says);
  });
});
