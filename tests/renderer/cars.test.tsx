/** What a card says of a car: the price that counts by its name, what stands beside it, and no more than there is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { CompiledBlock, Page } from "../../schemas/engine/evaluate.ts";
import type { WordsReader } from "../../renderer/page/words.ts";
import { PageContext } from "../../renderer/run/page-context.ts";
import Spin from "../../renderer/views/gallery/Spin.tsx";
import Cars from "../../renderer/views/dealers/Cars.tsx";
import { amountText, type CarRow } from "../../renderer/views/dealers/car.ts";
import { smallPage } from "./support/small-flow.ts";

const file = join(import.meta.dirname, "../../schemas/views/dealers/cars.json");
const { wording, names } = JSON.parse(readFileSync(file, "utf8")) as {
  wording: Record<string, string>;
  names: Record<string, string[]>;
};

const car: CarRow = {
  id: 7,
  brand: "Toyota",
  model: "RAV4",
  detailModel: "2.0 CVT",
  isNew: false,
  year: 2021,
  mileage: 45_000,
  currency: "CLP",
  price: 12_990_000,
  priceKind: "list",
  listPrice: 12_990_000,
};

const drawn = (cars: CarRow[], own: WordsReader): string =>
  renderToString(
    <MemoryRouter>
      <PageContext value={smallPage}>
        <Cars value={cars} block={{ block: "view" }} own={own} />
      </PageContext>
    </MemoryRouter>,
  );

const said: WordsReader = {
  words: (key) => wording[key]!,
  text: (key) => wording[key]!,
  fill: (key, values) => wording[key]!.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!),
};

/** What is read, of the card's words alone. */
const textOf = (row: Partial<CarRow>): string =>
  drawn([{ ...car, ...row }], said)
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|");

test.each<[string, Partial<CarRow>, string[], string[]]>([
  ["a list price stands alone", {}, ["|Precio lista|$12.990.000|"], ["Antes", "Bono", "Cuotas"]],
  [
    "the price with financing, and the list price beside it",
    { price: 11_990_000, priceKind: "conventional", financingPrice: 11_990_000 },
    ["|Con financiamiento|$11.990.000|", "|Precio lista|$12.990.000|"],
    ["*Con financiamiento"],
  ],
  [
    "paid at once, and what it costs with financing",
    { price: 11_500_000, priceKind: "cash", financingPrice: 11_990_000 },
    ["|Precio contado|$11.500.000|", "|*Con financiamiento|$11.990.000|"],
    [],
  ],
  [
    "the price with financing first, where the layout says so",
    { cardLayout: 2, price: 11_500_000, priceKind: "cash", financingPrice: 11_990_000 },
    ["|Con financiamiento|$11.990.000|", "|Precio contado|$11.500.000|", "|Precio lista|$12.990.000|"],
    ["*Con financiamiento"],
  ],
  [
    "that layout without such a price",
    { cardLayout: 2 },
    ["|Precio lista|$12.990.000|"],
    ["Con financiamiento", "Precio contado"],
  ],
  ["a price without tax", { priceWithoutTax: 10_915_966 }, ["|Precio sin IVA|$10.915.966|"], []],
  [
    "a smart credit without a name of its own",
    { price: 1, priceKind: "smart", isNew: true },
    ["|Crédito Inteligente|$1|"],
    ["km"],
  ],
  [
    "a smart credit by its name",
    { price: 1, priceKind: "smart", smartLabel: "Crédito Chevy Plan" },
    ["|Crédito Chevy Plan|$1|"],
    ["Inteligente"],
  ],
  [
    "what it cost before takes the place of the list price",
    { price: 10_000_000, beforePrice: 13_500_000, discount: 26 },
    ["|Antes|$13.500.000|", "|-26%|26 % de descuento|"],
    ["|Precio lista|$12.990.000|"],
  ],
  [
    "a second currency",
    { currency: "USD", price: 25_990, secondCurrency: "PEN", secondPrice: 98_762 },
    ["|USD\u00a025,990|S/\u00a098,762|"],
    [],
  ],
  [
    "dues and for how long",
    { dues: 189_990, minorCountDues: 48 },
    ["|Cuotas desde|$189.990| · 48 meses|"],
    [],
  ],
  [
    "of which credit the dues are",
    {
      dues: 282_418,
      minorCountDues: 36,
      minorDuesCredit: {
        financial: "Crédito Convencional",
        initialPaymentPercentage: 40,
        totalCredit: 10_167_073,
        annualEquivalency: 21.02,
        annualEquivalencyName: "CAE",
        guaranteedFutureValue: 0,
      },
    },
    ["|Con 40\u00a0% de pie, Crédito Convencional. CAE 21,02\u00a0%. Costo total del crédito $10.167.073.|"],
    ["Última cuota"],
  ],
  [
    "the last and large one of a smart credit",
    {
      currency: "USD",
      dues: 206,
      minorCountDues: 37,
      minorDuesCredit: {
        financial: "Compra Inteligente",
        initialPaymentPercentage: 40,
        totalCredit: 12_676.08,
        annualEquivalency: 26.73,
        annualEquivalencyName: "TCEA",
        guaranteedFutureValue: 5196,
      },
    },
    ["TCEA 26.73\u00a0%. Costo total del crédito USD\u00a012,676.08. Última cuota de USD\u00a05,196.00.|"],
    [],
  ],
  ["dues of nothing are none", { dues: 0, minorCountDues: 48 }, [], ["Cuotas"]],
  ["a bonus", { bonus: 500_000 }, ["|Bono|$500.000|"], []],
  ["a bonus of nothing is none", { bonus: 0 }, [], ["Bono"]],
  [
    "a special sale says its price and its units",
    { hasDps: true, dpsBestPrice: 9_990_000, dpsCount: 1, dpsPercent: 23 },
    ["|Venta especial|$9.990.000|", "|$12.990.000|", "|1 unidad|", "|-23%|"],
    ["|Precio lista|$12.990.000|$"],
  ],
  [
    "a special sale in a second currency",
    {
      currency: "USD",
      listPrice: 25_990,
      hasDps: true,
      dpsBestPrice: 19_990,
      dpsSecondCurrency: "PEN",
      dpsSecondPrice: 75_962,
      secondCurrency: "PEN",
      secondPrice: 98_762,
    },
    ["|Venta especial|USD\u00a019,990|S/\u00a075,962|"],
    ["98,762"],
  ],
  ["several units", { hasDps: true, dpsBestPrice: 9_990_000, dpsCount: 3 }, ["|3 unidades|"], []],
  ["without a price nothing is said of one", { price: undefined, listPrice: undefined }, [], ["$", "Precio"]],
  [
    "what it is",
    { transmission: "Automática", fuel: "Gasolina" },
    ["|2021|45.000 km|Automática|Gasolina|"],
    [],
  ],
  [
    "what speaks for it",
    { isLowMileage: true, hasOneOwner: true, hasTwoKeys: true, isNewlyArrived: true },
    ["|Recién llegado|", "|Pocos kilómetros|Único dueño|2 llaves|"],
    [],
  ],
  [
    "the campaigns that it is in",
    { tags: [{ label: "Cyber", color: "#112233", textColor: "#ffffff" }] },
    ["|Cyber|"],
    [],
  ],
])("%s", (_, row, there, away) => {
  const text = textOf(row);
  for (const part of there) expect(text).toContain(part);
  for (const part of away) expect(text).not.toContain(part);
});

test("its words are those of its definition, with what it fills in", () => {
  const filled = new Map<string, string[]>();
  const own: WordsReader = {
    words: (key) => key,
    text: (key) => (filled.set(key, []), key),
    fill: (key, values) => (filled.set(key, Object.keys(values)), key),
  };
  const all: CarRow = {
    ...car,
    image: "/media/cars/toyota-rav4/rojo/045-475.avif",
    discount: 10,
    isNewlyArrived: true,
    isLowMileage: true,
    hasOneOwner: true,
    hasTwoKeys: true,
    address: "/marcas/toyota/usado/toyota-rav4-7",
    quoteAddress: "/cotizar/7",
    reserveAddress: "/reservation-payment/7",
    beforePrice: 20_000_000,
    financingPrice: 12_000_000,
    bonus: 1,
    dues: 1,
    minorCountDues: 12,
    minorDuesCredit: {
      financial: "Crédito Inteligente",
      initialPaymentPercentage: 40,
      totalCredit: 2,
      annualEquivalency: 3,
      annualEquivalencyName: "CAE",
      guaranteedFutureValue: 1,
    },
    priceWithoutTax: 1,
    spinFrames: ["/media/cars/toyota-rav4/rojo/000-960.avif"],
  };
  const kinds = ["list", "conventional", "smart", "brand", "cash"].map((priceKind, id) => ({
    ...all,
    id,
    priceKind,
  }));
  const special = { ...all, hasDps: true, dpsBestPrice: 1 };
  drawn(
    [
      ...kinds,
      { ...all, id: 10, isNew: true, priceKind: "smart", beforePrice: undefined, price: 1 },
      { ...special, id: 11, dpsCount: 1 },
      { ...special, id: 12, dpsCount: 2 },
      { ...all, id: 13, sold: true },
    ] as CarRow[],
    own,
  );
  // What is opened over the page.
  renderToString(<Spin frames={all.spinFrames!} name="RAV4" own={own} onClose={() => {}} />);
  expect([...filled.keys()].toSorted()).toEqual(Object.keys(wording).toSorted());
  const withNames = [...filled].filter(([, given]) => given.length > 0);
  expect(Object.fromEntries(withNames)).toEqual(names);
});

test("a car that was sold says so, and neither what it costs nor what speaks for it", () => {
  const text = textOf({ sold: true, isNewlyArrived: true, discount: 8 });
  expect(text).toContain("|Vendido|");
  expect(text).toContain("|Este auto ya se vendió.|");
  for (const left of ["$12.990.000", "Precio lista", "Recién llegado", "-8%"])
    expect(text).not.toContain(left);
});

test("a currency is written as in its own country", () => {
  expect(amountText(1_234_567, "CLP")).toBe("$1.234.567");
  expect(amountText(25_990.4, "USD")).toBe("USD\u00a025,990");
  expect(amountText(98_762, "PEN")).toBe("S/\u00a098,762");
});

test.each<[string, Record<string, unknown>[], string[]]>([
  ["at the top of a page", [], ["eager", "eager", "eager", "eager", "lazy"]],
  ["under words", [{ block: "text" }], ["eager", "eager", "eager", "eager", "lazy"]],
  ["under a picture", [{ block: "hero", picture: "/a.avif" }], Array(5).fill("lazy")],
  ["under another view", [{ block: "view", view: "offices" }], Array(5).fill("lazy")],
])("pictures of cards %s", (_, before, expected) => {
  const block = { block: "view", view: "cars" };
  const page: Page = {
    ...smallPage,
    screen: { ...smallPage.screen, blocks: [...(before as CompiledBlock[]), block] },
  };
  const rows = Array.from({ length: 5 }, (_row, id) => ({ ...car, id, image: `/media/${id}.avif` }));
  const html = renderToString(
    <MemoryRouter>
      <PageContext value={page}>
        <Cars value={rows} block={block} own={said} />
      </PageContext>
    </MemoryRouter>,
  );
  expect([...html.matchAll(/loading="(\w+)"/g)].map(([, when]) => when)).toEqual(expected);
});
