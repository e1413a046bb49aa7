/** Which price of a car counts, what it is called, and what stands beside it: over records as the catalogue sends them. */
import { expect, test } from "vitest";
import { compileBrand, readSources, type CompiledCall } from "../../schemas/engine/all.ts";
import { preparedCall } from "../../server/services/prepared-call.ts";
import { toResult } from "../../server/services/result.ts";
import { projectSources } from "../engine/broken-cases.ts";

const { files } = readSources(projectSources());
const known = new Map<string, CompiledCall>();
function callOf(brand: string): CompiledCall {
  const call = known.get(brand) ?? compileBrand(files, brand).private.calls["catalog.carsByIds"]!;
  known.set(brand, call);
  return call;
}
const byIds = callOf("SI");

const item = (value: string) => ({ value, slug: value.toLowerCase() });

const car = {
  id: 7,
  isNew: true,
  carType: item("Nuevo"),
  carBrandType: item("Toyota"),
  carModelType: item("RAV4"),
  detailModel: "2.0 CVT",
  year: 2026,
  features: [
    { name: "transmission", label: "Automática" },
    { name: "fuel", label: "Gasolina" },
  ],
  prices: [{ currency: "CLP", listPrice: 10_000_000 }],
  tags: [] as object[],
};

const price = (more: object) => ({ prices: [{ currency: "CLP", listPrice: 10_000_000, ...more }] });
const used = { isNew: false, carType: item("Usado") };
const tag = {
  tagId: 1,
  slug: "cyber",
  campaign: "Cyber",
  label: "Cyber",
  color: "#000000",
  textColor: "#ffffff",
};

/** Its make, with a smart credit of that name. */
const plan = (smartName: string) => ({
  ...item("Toyota"),
  carBrandTypeFinancial: [{ financial: { type: 1, smartName } }],
});

/** What is computed of a car, on 23 November 2026. */
function computed(row: object, call = byIds): Record<string, unknown> {
  const sent = { result: [{ ...car, ...row }], gone: [] };
  const { data } = toResult({ status: 200, data: sent }, call, preparedCall(call).readAnswer, "2026-11-23");
  return (data as { result: Record<string, unknown>[] }).result[0]!;
}

test.each<[string, object, Record<string, unknown>]>([
  ["alone, the list price", {}, { price: 10_000_000, priceKind: "list", currency: "CLP" }],
  [
    "the least of five",
    price({ priceCC: 9, priceSC: 8, priceSP: 7, priceOP: 6 }),
    { price: 6, priceKind: "cash" },
  ],
  [
    "in cash: the lower one of those that ask for no credit, as a purchase without one pays it",
    price({ priceSP: 7, priceOP: 8, priceCC: 6 }),
    { price: 6, cashPrice: 7 },
  ],
  ["in cash, with the bonus of the brand alone", price({ priceSP: 7, priceOP: null }), { cashPrice: 7 }],
  ["in cash, without any bonus", price({ priceSP: null, priceOP: 0 }), { cashPrice: undefined }],
  ["of the brand", price({ priceSP: 7, priceOP: 8 }), { price: 7, priceKind: "brand" }],
  [
    "with a conventional credit",
    price({ priceCC: 9 }),
    { price: 9, priceKind: "conventional", financingPrice: 9 },
  ],
  [
    "with a smart credit",
    price({ priceCC: 9, priceSC: 8 }),
    { price: 8, priceKind: "smart", financingPrice: 9 },
  ],
  [
    "two that are the least: what asks for less",
    price({ priceCC: 9, priceOP: 9 }),
    { price: 9, priceKind: "cash" },
  ],
  ["the list price is never bettered by itself", price({ priceOP: 10_000_000 }), { priceKind: "list" }],
  [
    "null is no price",
    price({ priceCC: null, priceOP: 9 }),
    { price: 9, priceKind: "cash", financingPrice: undefined },
  ],
  ["a price of 0 shows nothing", price({ priceOP: 0 }), { price: undefined, priceKind: undefined }],
  [
    "a second currency has its own least",
    {
      prices: [
        { currency: "USD", listPrice: 25_000 },
        { currency: "PEN", listPrice: 95_000, priceOP: 93_000 },
      ],
    },
    { currency: "USD", price: 25_000, secondCurrency: "PEN", secondPrice: 93_000 },
  ],
  ["before", price({ priceOld: 12_000_000 }), { beforePrice: 12_000_000 }],
  ["before, but for less", price({ priceOld: 9_000_000 }), { beforePrice: undefined }],
  [
    "before, where a campaign shows it in the catalogue",
    { ...price({ priceOld: 12_000_000 }), tags: [{ ...tag, enabledOldPrice: ["Catalogo", "PDP"] }] },
    { beforePrice: 12_000_000 },
  ],
  [
    "before, where its campaigns show it elsewhere",
    { ...price({ priceOld: 12_000_000 }), tags: [{ ...tag, enabledOldPrice: ["PDP"] }, tag] },
    { beforePrice: undefined },
  ],
  [
    "the discount of a used car, rounded",
    { ...used, ...price({ discountUsedCar: 0.125 }) },
    { discount: 13 },
  ],
  ["29 hundredths are 29", { ...used, ...price({ discountUsedCar: 0.29 }) }, { discount: 29 }],
  ["a new car has none", price({ discountUsedCar: 0.125 }), { discount: undefined }],
  [
    "a discount that is shown elsewhere",
    { ...used, ...price({ discountUsedCar: 0.1 }), tags: [{ ...tag, enabledDiscountTag: ["Certificados"] }] },
    { discount: undefined },
  ],
  ["dues", { minorPriceDues: 189_990 }, { dues: 189_990 }],
  ["dues of 0", { minorPriceDues: 0 }, { dues: undefined }],
  [
    "dues that are shown elsewhere",
    { minorPriceDues: 9, tags: [{ ...tag, enabledDuesPrice: ["PDP"] }] },
    { dues: undefined },
  ],
  ["the bonus of a new car", price({ brandBonus: 500_000 }), { bonus: 500_000 }],
  ["a bonus of 0", price({ brandBonus: 0 }), { bonus: undefined }],
  [
    "a special sale, with its discount cut to a whole one",
    {
      hasDps: true,
      dpsDiscount: 0.239,
      dpsPrice: [{ currency: "CLP", priceBD: 8_000_000, priceBF: 7_500_000 }],
    },
    { dpsPercent: 23, dpsBestPrice: 7_500_000 },
  ],
  [
    "no special sale",
    { hasDps: false, dpsDiscount: 0.239 },
    { dpsPercent: undefined, dpsBestPrice: undefined },
  ],
  ["few kilometres for three years", { ...used, year: 2023, mileage: 29_999 }, { isLowMileage: true }],
  ["not few", { ...used, year: 2023, mileage: 30_000 }, { isLowMileage: false }],
  ["of this year, few below ten thousand", { ...used, year: 2026, mileage: 9_999 }, { isLowMileage: true }],
  ["of this year, not few", { ...used, year: 2026, mileage: 10_000 }, { isLowMileage: false }],
  ["nobody knows how many", { ...used, year: 2023 }, { isLowMileage: false }],
  ["a new car has few anyway", { year: 2026, mileage: 0 }, { isLowMileage: false }],
  [
    "one owner, two keys",
    { ...used, numberOfOwners: 1, numberOfKeys: 2 },
    { hasOneOwner: true, hasTwoKeys: true },
  ],
  [
    "two owners, one key",
    { ...used, numberOfOwners: 2, numberOfKeys: 1 },
    { hasOneOwner: false, hasTwoKeys: false },
  ],
  ["what it is called", {}, { brand: "Toyota", model: "RAV4", transmission: "Automática", fuel: "Gasolina" }],
  [
    "a credit that is the dealer's own, of a new car",
    { carBrandType: plan("Chevy Plan") },
    { smartLabel: "Crédito Chevy Plan" },
  ],
  ["the same of a used car", { ...used, carBrandType: plan("Chevy Plan") }, { smartLabel: "Chevy Plan" }],
  [
    "a credit as all have it",
    { carBrandType: plan("Compra Inteligente") },
    { smartLabel: "Compra Inteligente" },
  ],
  ["no such credit", {}, { smartLabel: undefined }],
  [
    "a second currency of a special sale",
    {
      hasDps: true,
      dpsPrice: [
        { currency: "USD", priceBD: 20_000, priceBF: 19_000 },
        { currency: "PEN", priceBD: 76_000, priceBF: 72_200 },
      ],
    },
    { dpsBestPrice: 19_000, dpsSecondCurrency: "PEN", dpsSecondPrice: 72_200 },
  ],
  ["what can be quoted, and where", {}, { quoteAddress: "/cotizar/7" }],
  ["of the special sale", { hasDps: true }, { quoteAddress: "/cotizar/7-venta-especial" }],
  ["what cannot be quoted", { isQuotable: false }, { quoteAddress: undefined }],
  ["what nobody says of it", { features: [] }, { transmission: undefined, fuel: undefined }],
])("%s", (_, row, expected) => {
  const found = computed(row);
  expect(Object.fromEntries(Object.keys(expected).map((key) => [key, found[key]]))).toEqual(expected);
});

// A brand that reserves all, one that reserves new cars alone, and one that reserves used ones alone.
test.each<[string, object, boolean, boolean, boolean]>([
  ["a used car", used, true, false, true],
  ["a new car with stock", { hasStockByBrandAndModel: true }, true, true, false],
  ["a new car without stock", { hasStockByBrandAndModel: false }, false, false, false],
  ["a used car without stock of its model", { ...used, hasStockByBrandAndModel: false }, true, false, true],
  ["a special sale of a new car without stock", { hasDps: true }, true, true, true],
  ["a special sale of a used car", { ...used, hasDps: true }, true, true, true],
  [
    "a used car with an address elsewhere",
    { ...used, brandUrl: "https://otro.example" },
    false,
    false,
    false,
  ],
  [
    "a special sale with an address elsewhere",
    { hasDps: true, brandUrl: "https://x.example" },
    false,
    false,
    false,
  ],
  ["a used car that is sold", { ...used, sold: true }, false, false, false],
  ["a used car that cannot be quoted", { ...used, isQuotable: false }, false, false, false],
])("%s can be reserved where its brand says so", (_, row, ...expected) => {
  const reserved = ["SI", "CO", "SM"].map((brand) => computed(row, callOf(brand))["reserveAddress"]);
  expect(reserved.map((address) => address !== undefined && address !== null)).toEqual(expected);
  const suffix = "hasDps" in row ? "/dps" : "";
  for (const address of reserved) if (address) expect(address).toBe(`/reservation-payment/7${suffix}`);
});
