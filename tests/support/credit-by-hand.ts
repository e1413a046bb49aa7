/**
 * A credit reckoned a second time, as somebody with pencil and patience would: by trying and by paying month by month, with
 * none of the formulas that the server has.
 */
import type { Credit } from "../../server/dealers/financing/credit.ts";

export interface ByHand {
  principal: number;
  stampDuty: number;
  insurance: number;
  fee: number;
  total: number;
  /** By month: the rate at which what is paid is worth what was received. */
  costRate: number;
}

/** The number between two at which something that only rises comes to 0, found by halving. */
function findWhere(isAbove: (at: number) => boolean, [from, to]: [number, number]): number {
  let [low, high] = [from, to];
  for (let round = 0; round < 100; round += 1) {
    const middle = (low + high) / 2;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  return low;
}

export function creditByHand({ price, downPayment, dues, rate, futureValue, costs }: Credit): ByHand {
  const received = price - downPayment;
  const expenses = costs.financed.reduce((all, { amount }) => all + amount, 0);
  const { stampDuty: duty, lifeInsurance: life } = costs;
  const isOnce = life?.charged === "once";

  // The tax is of the credit, and the credit is of the tax: again and again until nothing changes.
  const taxOf = (credit: number): number =>
    duty ? Math.min(credit * duty.monthlyRate * dues, credit * duty.maximum) : 0;
  const insuranceOf = (credit: number): number => (isOnce ? credit * life.monthlyRate * dues : 0);
  let credit = received + expenses;
  for (let round = 0; round < 200; round += 1)
    credit = received + expenses + taxOf(credit) + insuranceOf(credit);
  const stampDuty = Math.round(taxOf(Math.round(credit)));
  const insurance = Math.round(insuranceOf(Math.round(credit)));
  const principal = received + expenses + stampDuty + insurance;

  // The fee that leaves nothing owed: one more would be paid too much, one less too little.
  const insured = life?.charged === "monthly" ? life.monthlyRate : 0;
  const equal = futureValue > 0 ? dues - 1 : dues;
  const isTooMuch = (fee: number): boolean => {
    let owed = principal;
    for (let month = 1; month <= dues; month += 1)
      owed += owed * rate + owed * insured - (month > equal ? futureValue : fee);
    return owed < 0;
  };
  const ownFee = Math.round(findWhere(isTooMuch, [0, principal]));

  // Paid month by month; the last of the equal ones takes what rounding left.
  const beside =
    costs.monthly.reduce((all, { amount }) => all + amount, 0) +
    Math.round((price * (costs.carInsurance?.yearlyRate ?? 0)) / 12);
  const worthBeforeLast = futureValue > 0 ? Math.round(futureValue / (1 + rate + insured)) : 0;
  const payments: number[] = [];
  let owed = principal;
  for (let month = 1; month < equal; month += 1) {
    owed += Math.round(owed * rate) + Math.round(owed * insured) - ownFee;
    payments.push(ownFee + beside);
  }
  payments.push(owed - worthBeforeLast + Math.round(owed * rate) + Math.round(owed * insured) + beside);
  if (futureValue > 0) payments.push(futureValue + beside);

  // What was received, put aside at this rate, pays for all of it.
  const lasts = (monthly: number): boolean => {
    let left = received;
    for (const payment of payments) left = left * (1 + monthly) - payment;
    return left > 0;
  };
  return {
    principal,
    stampDuty,
    insurance,
    fee: payments[0]!,
    total: payments.reduce((all, one) => all + one, 0),
    costRate: findWhere(lasts, [0, 0.2]),
  };
}
