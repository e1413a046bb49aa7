import type { ViewProps } from "../../page/view-props.ts";
import { formatOf, plainWords, type Words } from "../../../schemas/engine/evaluate.ts";
import { ButtonLink } from "../../controls/Button.tsx";
import type { WordsReader } from "../../page/words.ts";
import classes from "./credit.module.css";
import { moneyText, percentText } from "./money-text.ts";

/** A credit as `schemas/views/dealers/credit-result.json` has it. The amounts in the second currency are those with `PEN`. */
export interface SimulatedCredit {
  financial?: string;
  currency?: string;
  price?: number;
  /** 1 is the smart credit, 2 the conventional one. */
  purchaseType?: number;
  initialPayment?: number;
  initialPaymentPercentage?: number;
  dues: number;
  duesValue: number;
  totalCredit: number;
  annualEquivalency: number;
  annualEquivalencyName?: string;
  guaranteedFutureValue?: number;
  duesValuePEN?: number;
  totalCreditPEN?: number;
  initialPaymentPEN?: number;
  guaranteedFutureValuePEN?: number;
  validUntil?: string;
  exchangeRate?: number;
  exchangeDate?: string;
  description?: string;
}

const dayText = (day: string): string => formatOf({ operation: "date", with: {} }).show(day);

/** What a credit costs: the fee first, then all that the law wants to be read beside it. */
export default function CreditResult({ value, block, own }: ViewProps) {
  const credit = value as SimulatedCredit;
  if (credit.duesValue <= 0) return <Unavailable credit={credit} own={own} />;
  const { currency = "CLP", dues, duesValue, duesValuePEN, financial } = credit;
  return (
    <div className={classes["result"]}>
      <p className={classes["fee"]}>
        <span className={classes["label"]}>{own.fill("fee", { count: String(dues) })}</span>
        <strong>{moneyText(duesValue, currency)}</strong>
        {duesValuePEN !== undefined && (
          <span className={classes["second"]}>{moneyText(duesValuePEN, "PEN")}</span>
        )}
        {financial !== undefined && <span className={classes["plan"]}>{financial}</span>}
      </p>
      <dl className={classes["facts"]}>
        {factsOf(credit, currency, own).map(({ label, text, second }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {text}
              {second !== undefined && <span className={classes["second"]}>{second}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Legal credit={credit} own={own} />
      {((block["actions"] ?? []) as { label: Words; to: string }[]).map(({ label, to }) => (
        <ButtonLink key={to} to={`${to}?${chosen(credit)}`} size="lg">
          {plainWords(label)}
        </ButtonLink>
      ))}
    </div>
  );
}

/** What was simulated, as addresses of the site say it. */
const chosen = ({ purchaseType, initialPaymentPercentage = 0, dues }: SimulatedCredit): string =>
  new URLSearchParams({
    credito: purchaseType === 1 ? "inteligente" : "convencional",
    pie: String(initialPaymentPercentage),
    cuotas: String(dues),
  }).toString();

interface Fact {
  label: string;
  text: string;
  second?: string;
}

function factsOf(credit: SimulatedCredit, currency: string, own: WordsReader): Fact[] {
  const { price, initialPayment, initialPaymentPercentage, totalCredit, guaranteedFutureValue } = credit;
  const amount = (key: string, main: number | undefined, other?: number): Fact[] =>
    main === undefined || main <= 0
      ? []
      : [
          {
            label: own.text(key),
            text: moneyText(main, currency),
            ...(other === undefined ? {} : { second: moneyText(other, "PEN") }),
          },
        ];
  const share =
    initialPaymentPercentage === undefined ? "" : ` · ${percentText(initialPaymentPercentage, currency)}`;
  const downPayment = amount("downPayment", initialPayment, credit.initialPaymentPEN);
  return [
    ...amount("price", price),
    ...downPayment.map((fact) => ({ ...fact, text: `${fact.text}${share}` })),
    ...amount("total", totalCredit, credit.totalCreditPEN),
    {
      label: credit.annualEquivalencyName ?? own.text("annual"),
      text: percentText(credit.annualEquivalency, currency),
    },
    ...amount("future", guaranteedFutureValue, credit.guaranteedFutureValuePEN),
  ];
}

function Legal({ credit, own }: { credit: SimulatedCredit; own: WordsReader }) {
  const { validUntil, exchangeRate, exchangeDate } = credit;
  return (
    <p className={classes["legal"]}>
      {validUntil !== undefined && own.fill("legal", { day: dayText(validUntil) })}
      {exchangeRate !== undefined &&
        exchangeDate !== undefined &&
        ` ${own.fill("exchange", { rate: exchangeRate.toFixed(2), day: dayText(exchangeDate) })}`}
    </p>
  );
}

function Unavailable({ credit: { description }, own }: { credit: SimulatedCredit; own: WordsReader }) {
  return (
    <div className={classes["unavailable"]} role="note">
      <p>
        <strong>{own.text("unavailable")}</strong>
      </p>
      <p>{description === undefined || description === "" ? own.text("another") : `${description}.`}</p>
    </div>
  );
}
