/** A credit that was simulated: what is read of it, wherever it is shown. */
import type { WordsReader } from "../../page/words.ts";
import { moneyText, percentText } from "./car.ts";

/** A credit as `schemas/views/dealers/credit-result.json` has it. The amounts in the second currency are those with `PEN`. */
export interface SimulatedCredit {
  financial?: string;
  currency?: string;
  price?: number;
  /** 1 is the smart credit, 2 the conventional one. */
  purchaseType?: number;
  initialPayment?: number;
  initialPaymentPercentage?: number;
  dues?: number;
  /** 0 where there is no such credit: nothing else is said of it then. */
  duesValue: number;
  totalCredit?: number;
  annualEquivalency?: number;
  annualEquivalencyName?: string;
  guaranteedFutureValue?: number;
  /** What is lent: the rest of the price, with what is paid with the credit. */
  financedAmount?: number;
  duesValuePEN?: number;
  totalCreditPEN?: number;
  initialPaymentPEN?: number;
  guaranteedFutureValuePEN?: number;
  validUntil?: string;
  exchangeRate?: number;
  exchangeDate?: string;
  description?: string;
}

/** A credit that can be shown: the law wants what all of it costs beside its fee. */
export type OfferedCredit = SimulatedCredit &
  Required<Pick<SimulatedCredit, "dues" | "totalCredit" | "annualEquivalency">>;

export const isOffered = (credit: SimulatedCredit): credit is OfferedCredit =>
  credit.duesValue > 0 &&
  credit.dues !== undefined &&
  credit.totalCredit !== undefined &&
  credit.annualEquivalency !== undefined;

/** What was simulated, as addresses of the site say it. */
export const creditParameters = ({
  purchaseType,
  initialPaymentPercentage = 0,
  dues,
}: Pick<SimulatedCredit, "purchaseType" | "initialPaymentPercentage" | "dues">): Record<string, string> => ({
  credito: purchaseType === 1 ? "inteligente" : "convencional",
  pie: String(initialPaymentPercentage),
  ...(dues === undefined ? {} : { cuotas: String(dues) }),
});

export interface CreditFact {
  name: string;
  text: string;
  second?: string;
}

/** The same facts in the same order, whatever is shown beside them. */
export function creditFacts(credit: OfferedCredit, currency: string, own: WordsReader): CreditFact[] {
  const { price, initialPayment, initialPaymentPercentage, totalCredit, guaranteedFutureValue } = credit;
  const amount = (key: string, main: number | undefined, other?: number): CreditFact[] =>
    main === undefined || main <= 0
      ? []
      : [
          {
            name: own.text(key),
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
    ...amount("amount", credit.financedAmount),
    ...amount("total", totalCredit, credit.totalCreditPEN),
    {
      name: credit.annualEquivalencyName ?? own.text("annual"),
      text: percentText(credit.annualEquivalency, currency),
    },
    ...amount("future", guaranteedFutureValue, credit.guaranteedFutureValuePEN),
  ];
}
