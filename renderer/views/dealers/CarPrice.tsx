import type { WordsReader } from "../../page/words.ts";
import { amountText, feeTerms, type CarRow } from "./car.ts";
import classes from "./cars.module.css";

/** What a car costs: the price that counts, by its name, and those beside it. */
export function CarPrice({ car, own }: { car: CarRow; own: WordsReader }) {
  const { price: least, currency, secondPrice, secondCurrency } = car;
  if (car.hasDps === true && car.dpsBestPrice !== undefined) return <SpecialPrice car={car} own={own} />;
  if (least === undefined) return null;
  const price = leadOf(car) ?? least;
  const beside = besideOf(car, own, price);
  return (
    <div className={classes["price"]}>
      <p>
        <span className={classes["label"]}>
          {price === least ? labelOf(car, own) : own.text("priceConventional")}
        </span>
        <strong>{amountText(price, currency)}</strong>
        {price === least && <Second amount={secondPrice} currency={secondCurrency} />}
      </p>
      {beside.length > 0 && (
        <dl>
          {beside.map(({ label, amount, isOld, after, terms }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {isOld ? <s>{amountText(amount, currency)}</s> : amountText(amount, currency)}
                {after !== undefined && <span className={classes["after"]}> · {after}</span>}
              </dd>
              {terms !== undefined && <dd className={classes["terms"]}>{terms}</dd>}
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface SecondProps {
  amount: number | undefined;
  currency: string | undefined;
}

/** The price that counts, in the other currency that the car has one in. */
const Second = ({ amount, currency }: SecondProps) =>
  amount !== undefined && currency !== undefined ? (
    <span className={classes["second"]}>{amountText(amount, currency)}</span>
  ) : null;

/** Where the price with financing is what counts, that one. */
const leadOf = ({ cardLayout, financingPrice }: CarRow): number | undefined =>
  cardLayout === 2 ? financingPrice : undefined;

const labels: Record<string, string> = {
  list: "priceList",
  conventional: "priceConventional",
  smart: "priceSmart",
  brand: "priceBrand",
  cash: "priceCash",
};

const labelOf = ({ priceKind = "list", smartLabel }: CarRow, own: WordsReader): string =>
  priceKind === "smart" && smartLabel !== undefined ? smartLabel : own.text(labels[priceKind] ?? "priceList");

interface Beside {
  label: string;
  amount: number;
  isOld?: boolean;
  after?: string;
  /** What has to be read beside it. */
  terms?: string | undefined;
}

/** The other prices that are said: each once, and none that is the one that counts. */
function besideOf(car: CarRow, own: WordsReader, price: number): Beside[] {
  const { listPrice, beforePrice, financingPrice, bonus, dues, minorCountDues } = car;
  const { price: least, priceWithoutTax } = car;
  const others: (Beside | undefined)[] = [
    least === undefined || least === price || least === listPrice
      ? undefined
      : { label: labelOf(car, own), amount: least },
    beforePrice === undefined ? undefined : { label: own.text("before"), amount: beforePrice, isOld: true },
    listPrice === undefined || beforePrice !== undefined
      ? undefined
      : { label: own.text("alsoList"), amount: listPrice },
    financingPrice === undefined ? undefined : { label: own.text("alsoFinanced"), amount: financingPrice },
  ];
  const shown = others.filter((one): one is Beside => one !== undefined && one.amount !== price);
  if (priceWithoutTax !== undefined && priceWithoutTax > 0) {
    shown.push({ label: own.text("withoutTax"), amount: priceWithoutTax });
  }
  if (bonus !== undefined && bonus > 0) shown.push({ label: own.text("bonus"), amount: bonus });
  if (dues !== undefined && dues > 0 && minorCountDues !== undefined) {
    const after = own.fill("months", { count: String(minorCountDues) });
    shown.push({ label: own.text("dues"), amount: dues, after, terms: feeTerms(car, own) });
  }
  return shown;
}

/** Of a special sale: its price, what it costs otherwise, and how many there are. */
function SpecialPrice({ car, own }: { car: CarRow; own: WordsReader }) {
  const { dpsBestPrice = 0, dpsCount, currency, listPrice, dpsSecondPrice, dpsSecondCurrency } = car;
  return (
    <div className={classes["price"]}>
      <p>
        <span className={classes["label"]}>{own.text("special")}</span>
        <strong>{amountText(dpsBestPrice, currency)}</strong>
        <Second amount={dpsSecondPrice} currency={dpsSecondCurrency} />
      </p>
      <dl>
        {listPrice !== undefined && listPrice > dpsBestPrice && (
          <div>
            <dt>{own.text("alsoList")}</dt>
            <dd>
              <s>{amountText(listPrice, currency)}</s>
            </dd>
          </div>
        )}
      </dl>
      {dpsCount !== undefined && dpsCount > 0 && (
        <p className={classes["units"]}>
          {dpsCount === 1 ? own.text("oneUnit") : own.fill("units", { count: String(dpsCount) })}
        </p>
      )}
    </div>
  );
}
