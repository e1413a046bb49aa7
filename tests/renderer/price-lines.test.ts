import { expect, test } from "vitest";
import type { CarDetailRow } from "../../renderer/views/dealers/car.ts";
import { priceLines } from "../../renderer/views/dealers/price-lines.ts";
import type { WordsReader } from "../../renderer/page/words.ts";

/** Says the key of what it would say, with what is filled in. */
const own: WordsReader = {
  words: (key) => key,
  text: (key) => key,
  fill: (key, values) => [key, ...Object.values(values)].join(" "),
};

const car = (given: Partial<CarDetailRow>): CarDetailRow => ({
  id: 7,
  brand: "Kia",
  model: "Sportage",
  name: "Kia Sportage",
  detailModel: "2.0 LX",
  isNew: true,
  currency: "CLP",
  prices: [{}],
  addressStart: "/marcas/kia/nuevo/kia-sportage-",
  ...given,
});

/** The label, amount and remark of the price that counts, then each other one. */
function said(given: Partial<CarDetailRow>): string[] {
  const found = priceLines(car(given), own);
  if (!found) return [];
  const { main, lines, units } = found;
  return [
    [main.label, main.amount, main.after, main.second?.currency, main.second?.amount]
      .filter((part) => part !== undefined)
      .join(" "),
    ...lines.map(({ label, amount, isOld, isBonus, after, terms }) =>
      [isOld ? "old" : "", isBonus ? "less" : "", label, amount, after, terms]
        .filter((part) => part)
        .join(" "),
    ),
    ...(units === undefined ? [] : [units]),
  ];
}

const used = { isNew: false, year: 2021 };

test.each<[string, Partial<CarDetailRow>, string[]]>([
  ["a new car with one price", { price: 100, listPrice: 100 }, ["from 100 list"]],
  [
    "a new car with each price",
    {
      price: 70,
      priceKind: "smart",
      listPrice: 100,
      cashPrice: 95,
      brandPrice: 90,
      financingPrice: 80,
      smartPrice: 70,
      smartName: "Chevy Plan",
    },
    ["from 70 with Chevy Plan", "list 100", "cash 95", "brand 90", "financed 80"],
  ],
  [
    "bonuses by what they are for, and none of nothing",
    { price: 100, listPrice: 100, financingBonus: 5, smartBonus: 0, brandBonus: 7, smartName: "Plan" },
    ["from 100 list", "less financingBonus 5", "less brandBonus 7"],
  ],
  ["a used car with one price", { ...used, price: 50, listPrice: 50 }, ["list 50"]],
  [
    "a used car that is cheaper with a credit",
    { ...used, price: 45, priceKind: "conventional", listPrice: 50, financingPrice: 45 },
    ["best 45 financed", "list 50"],
  ],
  [
    "a price before, and dues, where the page may say them",
    { ...used, price: 50, listPrice: 50, pageBeforePrice: 60, pageDues: 2, minorCountDues: 36 },
    ["list 50", "old before 60", "dues 2 months 36"],
  ],
  [
    "the terms of the dues",
    {
      ...used,
      price: 50,
      listPrice: 50,
      pageDues: 2,
      minorCountDues: 36,
      minorDuesCredit: {
        financial: "Plan",
        initialPaymentPercentage: 40,
        totalCredit: 90,
        annualEquivalency: 21.5,
        annualEquivalencyName: "CAE",
        guaranteedFutureValue: 0,
      },
    },
    ["list 50", "dues 2 months 36 feeTerms Plan 40\u00a0% CAE 21,5\u00a0% $90"],
  ],
  ["dues of which nobody knows how many", { ...used, price: 50, listPrice: 50, pageDues: 2 }, ["list 50"]],
  [
    "a second currency",
    { price: 24, currency: "USD", listPrice: 24, secondCurrency: "PEN", secondPrice: 90 },
    ["from 24 list PEN 90"],
  ],
  [
    "a price without its tax, where it is asked so",
    { price: 119, listPrice: 119, applyVat: true, prices: [{ listPriceNoVat: 100 }] },
    ["from 119 list", "withoutTax 100"],
  ],
  ["a price of nothing", { price: 0, listPrice: 0 }, []],
  ["no price", {}, []],
  [
    "a special sale says its own prices alone",
    {
      price: 100,
      listPrice: 100,
      cashPrice: 99,
      brandBonus: 9,
      hasDps: true,
      dpsBestPrice: 80,
      dpsCash: 85,
      dpsFinanced: 80,
      dpsCount: 1,
    },
    ["special 80 financed", "old list 100", "cash 85", "oneUnit"],
  ],
  [
    "units of a special sale, in two currencies",
    {
      listPrice: 100,
      hasDps: true,
      dpsBestPrice: 80,
      dpsCash: 80,
      dpsCount: 3,
      dpsSecondCurrency: "PEN",
      dpsSecondPrice: 300,
    },
    ["special 80 cash PEN 300", "old list 100", "units 3"],
  ],
])("prices on the page of a car: %s", (_, given, expected) => {
  expect(said(given)).toEqual(expected);
});
