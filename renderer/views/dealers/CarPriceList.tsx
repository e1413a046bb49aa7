import type { WordsReader } from "../../page/words.ts";
import { amountText, type CarDetailRow } from "./car.ts";
import { priceLines, type PriceLine } from "./price-lines.ts";
import classes from "./car-detail.module.css";

/** What a car costs on its own page: the price that counts, and every other one by its name. A price of nothing is not drawn. */
export function CarPriceList({ car, own }: { car: CarDetailRow; own: WordsReader }) {
  const said = priceLines(car, own);
  if (!said) return null;
  const { main, lines, units } = said;
  return (
    <div className={classes["price"]} id="price-section">
      <p className={classes["main"]}>
        <span className={classes["label"]}>{main.label}</span>
        <strong>{amountText(main.amount, main.currency)}</strong>
        {main.after !== undefined && <span className={classes["after"]}>{main.after}</span>}
        {main.second && (
          <span className={classes["second"]}>
            <span>{amountText(main.second.amount, main.second.currency)}</span>
            {main.second.exchange !== undefined && <small>{main.second.exchange}</small>}
          </span>
        )}
      </p>
      {lines.length > 0 && (
        <dl aria-label={own.text("prices")}>
          {lines.map((line) => (
            <Line key={line.label} line={line} />
          ))}
        </dl>
      )}
      {units !== undefined && <p className={classes["units"]}>{units}</p>}
    </div>
  );
}

const Line = ({ line: { label, amount, currency, isOld, isBonus, after, terms } }: { line: PriceLine }) => (
  <div data-bonus={isBonus || undefined}>
    <dt>{label}</dt>
    <dd>
      {isOld ? <s>{amountText(amount, currency)}</s> : amountText(amount, currency)}
      {after !== undefined && <span className={classes["after"]}> · {after}</span>}
    </dd>
    {terms !== undefined && <dd className={classes["terms"]}>{terms}</dd>}
  </div>
);
