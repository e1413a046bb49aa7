import { useRef } from "react";
import { useBlockActions } from "../../page/block-actions.ts";
import type { ViewProps } from "../../page/view-props.ts";
import { ButtonLink } from "../../controls/Button.tsx";
import { withParameters } from "../../page/links.ts";
import type { WordsReader } from "../../page/words.ts";
import classes from "./credit.module.css";
import { CreditBar } from "./CreditBar.tsx";
import { dayText, moneyText, percentText } from "./car.ts";
import {
  creditFacts,
  creditParameters,
  isOffered,
  type OfferedCredit,
  type SimulatedCredit,
} from "./simulated-credit.ts";

/** What a credit costs: the fee first, then all that the law wants to be read beside it. */
export default function CreditResult({ value, block, own }: ViewProps) {
  const credit = value as SimulatedCredit;
  const box = useRef<HTMLDivElement>(null);
  const offered = useBlockActions(block);
  if (!isOffered(credit)) return <Unavailable credit={credit} own={own} />;
  const { currency = "CLP", dues, duesValue, duesValuePEN, financial } = credit;
  const label = own.fill("fee", { count: String(dues) });
  const facts = (
    <dl className={classes["facts"]}>
      {creditFacts(credit, currency, own).map(({ name, text, second }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {text}
            {second !== undefined && <span className={classes["second"]}>{second}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
  const actions = (
    <div className={classes["actions"]}>
      {offered.map(({ to, label: says }, index) => (
        <ButtonLink
          key={to}
          to={withParameters(to, Object.entries(creditParameters(credit)))}
          size="lg"
          variant={index === 0 ? "filled" : "outline"}
        >
          {says}
        </ButtonLink>
      ))}
    </div>
  );
  return (
    <div className={classes["result"]} ref={box}>
      <p className={classes["fee"]}>
        <span className={classes["label"]}>{label}</span>
        <strong>{moneyText(duesValue, currency)}</strong>
        {duesValuePEN !== undefined && (
          <span className={classes["second"]}>{moneyText(duesValuePEN, "PEN")}</span>
        )}
        {financial !== undefined && <span className={classes["plan"]}>{financial}</span>}
      </p>
      {facts}
      <Legal credit={credit} currency={currency} own={own} />
      {actions}
      <CreditBar
        of={box}
        label={label}
        fee={moneyText(duesValue, currency)}
        says={{ open: own.text("open"), close: own.text("close") }}
      >
        {facts}
        {actions}
      </CreditBar>
    </div>
  );
}

/** The example that the law wants beside a fee: what it is the fee of, what all of it costs, and how long that holds. */
function Legal({ credit, currency, own }: { credit: OfferedCredit; currency: string; own: WordsReader }) {
  const { validUntil, exchangeRate, exchangeDate, price, initialPayment, financedAmount } = credit;
  const money = (amount = 0): string => moneyText(amount, currency);
  return (
    <p className={classes["legal"]}>
      {validUntil !== undefined &&
        own.fill("legal", {
          credit: credit.financial ?? "",
          price: money(price),
          downPayment: money(initialPayment),
          amount: money(financedAmount),
          count: String(credit.dues),
          fee: money(credit.duesValue),
          total: money(credit.totalCredit),
          annual: `${credit.annualEquivalencyName ?? own.text("annual")} ${percentText(credit.annualEquivalency, currency)}`,
          day: dayText(validUntil),
        })}
      {(credit.guaranteedFutureValue ?? 0) > 0 &&
        ` ${own.fill("lastFee", { amount: money(credit.guaranteedFutureValue) })}`}
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
