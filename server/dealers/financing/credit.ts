/** What a credit costs, to the smallest unit of its currency. `docs/financing.md` says the same in words. */
import type { CreditCosts } from "../reference/financing.ts";
import { rateOfReturn } from "./rate-of-return.ts";

/** All amounts are whole numbers of the smallest unit: pesos, or cents. */
export interface Credit {
  price: number;
  downPayment: number;
  /** How many payments, the last large one among them. */
  dues: number;
  /** By month. */
  rate: number;
  /** The last large payment; 0 where all are equal. */
  futureValue: number;
  costs: CreditCosts;
}

/** One line of the amortisation table. */
export interface Instalment {
  number: number;
  /** All that is paid that month. */
  payment: number;
  principal: number;
  interest: number;
  /** Insurance of what is owed, and what is paid beside each fee. */
  charges: number;
  /** What is owed afterwards. */
  balance: number;
}

export interface CreditCost {
  /** What the credit is of: the price less the down payment, and all that is paid with it. */
  principal: number;
  stampDuty: number;
  /** Life insurance that is paid once, with the credit. */
  insurance: number;
  /** Of each month, but for the last large one. */
  fee: number;
  /** All payments together. */
  total: number;
  /** By month: at which all payments are worth what the person received. */
  costRate: number;
  schedule: Instalment[];
}

const sum = (costs: { amount: number }[]): number => costs.reduce((total, { amount }) => total + amount, 0);

export function costOfCredit(credit: Credit): CreditCost {
  const { price, downPayment, dues, rate, futureValue, costs } = credit;
  const { stampDuty: duty, lifeInsurance: life, carInsurance } = costs;
  const net = price - downPayment;
  // Duty and insurance are parts of the credit that they are paid with.
  const dutyRate = duty ? Math.min(duty.monthlyRate * dues, duty.maximum) : 0;
  const onceRate = life?.charged === "once" ? life.monthlyRate * dues : 0;
  const gross = Math.round((net + sum(costs.financed)) / (1 - dutyRate - onceRate));
  const stampDuty = Math.round(gross * dutyRate);
  const insurance = Math.round(gross * onceRate);
  const principal = net + sum(costs.financed) + stampDuty + insurance;

  const insuranceRate = life?.charged === "monthly" ? life.monthlyRate : 0;
  const beside = sum(costs.monthly) + Math.round((price * (carInsurance?.yearlyRate ?? 0)) / 12);
  const schedule = scheduleOf({ principal, dues, rate, insuranceRate, futureValue, beside });
  const total = schedule.reduce((all, { payment }) => all + payment, 0);
  const fee = schedule[0]!.payment;
  const costRate = rateOfReturn(
    net,
    schedule.map(({ payment }) => payment),
  );
  return { principal, stampDuty, insurance, fee, total, costRate, schedule };
}

interface ScheduleTerms {
  principal: number;
  dues: number;
  rate: number;
  insuranceRate: number;
  futureValue: number;
  beside: number;
}

function scheduleOf(terms: ScheduleTerms): Instalment[] {
  const { principal, dues, rate, insuranceRate, futureValue, beside } = terms;
  const monthly = rate + insuranceRate;
  const equalFees = futureValue > 0 ? dues - 1 : dues;
  const equalFee = Math.round(
    equalFeeOf(principal - futureValue / (1 + monthly) ** dues, monthly, equalFees),
  );
  // What the last large payment repays; the last equal fee takes what rounding left.
  const lastPrincipal = futureValue > 0 ? Math.round(futureValue / (1 + monthly)) : 0;
  const schedule: Instalment[] = [];
  let balance = principal;
  for (let number = 1; number <= dues; number += 1) {
    const interest = number > equalFees ? futureValue - lastPrincipal : Math.round(balance * rate);
    const insured = number > equalFees ? 0 : Math.round(balance * insuranceRate);
    const repaid =
      number < equalFees
        ? equalFee - interest - insured
        : number === equalFees
          ? balance - lastPrincipal
          : lastPrincipal;
    balance -= repaid;
    schedule.push({
      number,
      payment: repaid + interest + insured + beside,
      principal: repaid,
      interest,
      charges: insured + beside,
      balance,
    });
  }
  return schedule;
}

/** The equal payment that repays an amount with interest: the French system. */
function equalFeeOf(amount: number, rate: number, count: number): number {
  return rate === 0 ? amount / count : (amount * rate) / (1 - (1 + rate) ** -count);
}
