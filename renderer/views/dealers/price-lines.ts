import type { WordsReader } from "../../page/words.ts";
import { dayText, feeTerms, type CarDetailRow } from "./car.ts";

export interface PriceLine {
  label: string;
  amount: number;
  currency: string;
  /** It does not hold any more. */
  isOld?: boolean;
  isBonus?: boolean;
  after?: string;
  /** What has to be read beside it. */
  terms?: string;
}

interface SecondPrice {
  amount: number;
  currency: string;
  /** With what rate and of which day, where it is known. */
  exchange?: string;
}

export interface SaidPrices {
  main: {
    label: string;
    amount: number;
    currency: string;
    after?: string;
    second?: SecondPrice;
  };
  lines: PriceLine[];
  /** How many there are at this price. */
  units?: string;
}

/** What is said of a car's prices on its page; nothing where it has none. */
export const priceLines = (car: CarDetailRow, own: WordsReader): SaidPrices | undefined =>
  car.hasDps === true && car.dpsBestPrice !== undefined ? specialPrices(car, own) : usualPrices(car, own);

type Given = [key: string, label: string, amount: number | undefined];

const present = (given: Given[], currency: string): (PriceLine & { key: string })[] =>
  given.flatMap(([key, label, amount]) =>
    amount === undefined || amount <= 0 ? [] : [{ key, label, amount, currency }],
  );

function usualPrices(car: CarDetailRow, own: WordsReader): SaidPrices | undefined {
  const { price, currency, priceKind = "list", isNew, pageBeforePrice, secondPrice, secondCurrency } = car;
  if (price === undefined || price <= 0) return undefined;
  const smart = car.smartName ?? own.text("smart");
  const names: Record<string, string> = {
    list: own.text("list"),
    cash: own.text("cash"),
    brand: own.text("brand"),
    conventional: own.text("financed"),
    smart,
  };
  const all = present(
    [
      ["list", names["list"]!, car.listPrice],
      ["cash", names["cash"]!, car.cashPrice],
      ["brand", names["brand"]!, car.brandPrice],
      ["conventional", names["conventional"]!, car.financingPrice],
      ["smart", names["smart"]!, car.smartPrice],
    ],
    currency,
  );
  // Of two prices with one name the lower one is said; the one that counts stands over them.
  const others = all.filter(
    (line) =>
      line.key !== priceKind &&
      line.label !== names[priceKind] &&
      !all.some(
        (other) =>
          other !== line &&
          other.label === line.label &&
          (other.amount < line.amount ||
            (other.amount === line.amount && all.indexOf(other) < all.indexOf(line))),
      ),
  );
  const isOnly = all.every(({ amount }) => amount === price);
  const bonuses = present(
    [
      ["", own.text("financingBonus"), car.financingBonus],
      ["", own.fill("smartBonus", { name: smart }), car.smartBonus],
      ["", own.text("brandBonus"), car.brandBonus],
      ["", own.text("cashBonus"), car.cashBonus],
      ["", own.text("usedFinancingBonus"), car.usedFinancingBonus],
    ],
    currency,
  ).map((line) => ({ ...line, isBonus: true }));
  const withoutTax = car.applyVat === true ? car.prices[0]?.listPriceNoVat : undefined;
  return {
    main: {
      label: isNew ? own.text("from") : isOnly ? names[priceKind]! : own.text("best"),
      amount: price,
      currency,
      ...(isOnly && !isNew ? {} : { after: nameAfter(priceKind, names, own) }),
      ...secondOf(car, own, secondPrice, secondCurrency),
    },
    lines: [
      ...present([["", own.text("before"), pageBeforePrice]], currency).map((line) => ({
        ...line,
        isOld: true,
      })),
      ...others,
      ...present([["", own.text("withoutTax"), withoutTax]], currency),
      ...bonuses,
      ...duesOf(car, own),
    ],
  };
}

/** The same price in another currency, where there is one. */
function secondOf(
  { exchange }: CarDetailRow,
  own: WordsReader,
  amount: number | undefined,
  currency: string | undefined,
): { second?: SecondPrice } {
  if (amount === undefined || currency === undefined) return {};
  const isKnown = exchange?.currency === currency;
  const said = isKnown && {
    exchange: own.fill("exchange", { rate: exchange.rate.toFixed(2), day: dayText(exchange.date) }),
  };
  return { second: { amount, currency, ...said } };
}

/** Which price it is that counts, where its label does not say it: «con Crédito Inteligente», «Precio contado». */
const nameAfter = (kind: string, names: Record<string, string>, own: WordsReader): string =>
  kind === "smart" ? own.fill("with", { name: names["smart"]! }) : names[kind]!;

function duesOf(car: CarDetailRow, own: WordsReader): PriceLine[] {
  const { pageDues, minorCountDues, currency } = car;
  if (pageDues === undefined || pageDues <= 0 || minorCountDues === undefined) return [];
  const after = own.fill("months", { count: String(minorCountDues) });
  const terms = feeTerms(car, own);
  return [
    { label: own.text("dues"), amount: pageDues, currency, after, ...(terms === undefined ? {} : { terms }) },
  ];
}

/** Of a special sale: its own record and no other, but for what the car costs otherwise. */
function specialPrices(car: CarDetailRow, own: WordsReader): SaidPrices {
  const { currency, listPrice, dpsBestPrice = 0, dpsCount = 0, dpsSecondPrice, dpsSecondCurrency } = car;
  const smart = car.smartName ?? own.text("smart");
  const all = present(
    [
      ["", own.text("cash"), car.dpsCash],
      ["", own.text("financed"), car.dpsFinanced],
      ["", smart, car.dpsSmart],
    ],
    currency,
  );
  const least = all.find(({ amount }) => amount === dpsBestPrice);
  const old = listPrice !== undefined && listPrice > dpsBestPrice ? listPrice : undefined;
  return {
    main: {
      label: own.text("special"),
      amount: dpsBestPrice,
      currency,
      ...(least ? { after: least.label === smart ? own.fill("with", { name: smart }) : least.label } : {}),
      ...secondOf(car, own, dpsSecondPrice, dpsSecondCurrency),
    },
    lines: [
      ...present([["", own.text("list"), old]], currency).map((line) => ({ ...line, isOld: true })),
      ...all.filter((line) => line !== least),
    ],
    ...(dpsCount > 0
      ? { units: dpsCount === 1 ? own.text("oneUnit") : own.fill("units", { count: String(dpsCount) }) }
      : {}),
  };
}
