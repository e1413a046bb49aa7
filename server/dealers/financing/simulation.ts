/** The answer of a simulation: the record of the specification, and what the law wants beside it. */
import type { CountryFinancing, CreditCosts, CreditTable, CreditType } from "../reference/financing.ts";
import { costOfCredit, type CreditCost, type Instalment } from "./credit.ts";
import { isYoungEnough, monthlyRate, planOf, tableOn, type FinancedCar } from "./plans.ts";

export interface Question {
  credit: CreditType;
  price: number;
  /** Percent of the price. */
  downPayment: number;
  dues: number;
}

/** A credit that there is, reckoned; or why there is none, for people. */
export type Simulated =
  | {
      name: string;
      table: CreditTable;
      units: number;
      /** By month. */
      rate: number;
      futureValue: number;
      cost: CreditCost;
    }
  | { unavailable: string };

const unitsByCurrency = new Map<string, number>();

/** Smallest units in one of the currency. */
function unitsOf(currency: string): number {
  let known = unitsByCurrency.get(currency);
  if (known === undefined) {
    const options = new Intl.NumberFormat("es", { style: "currency", currency }).resolvedOptions();
    known = 10 ** (options.maximumFractionDigits ?? 0);
    unitsByCurrency.set(currency, known);
  }
  return known;
}

function inUnits(costs: CreditCosts, units: number): CreditCosts {
  const each = (list: CreditCosts["financed"]): CreditCosts["financed"] =>
    list.map(({ name, amount }) => ({ name, amount: Math.round(amount * units) }));
  return { ...costs, financed: each(costs.financed), monthly: each(costs.monthly) };
}

/** Works a credit out, on a day. */
export function simulate(
  country: CountryFinancing,
  car: FinancedCar,
  question: Question,
  today: string,
): Simulated {
  const { credit, price, downPayment, dues } = question;
  const table = tableOn(country, today);
  const plan = table && planOf(table, car, credit);
  const term = plan?.terms.find((one) => one.dues === dues);
  if (!table || !plan) return { unavailable: "Hoy no hay condiciones para este crédito" };
  if (!term) return { unavailable: "Este crédito no se ofrece en ese plazo" };
  if (price <= 0) return { unavailable: "El auto no tiene un precio con este crédito" };
  if (!isYoungEnough(country, car, credit, today)) {
    return { unavailable: "El año del auto no permite este crédito" };
  }
  const { min, max } = plan.downPayment;
  if (downPayment < min || downPayment > max) {
    return { unavailable: `El pie de este crédito va de ${min} % a ${max} %` };
  }
  const units = unitsOf(country.currency);
  const whole = Math.round(price * units);
  const futureValue = Math.round(whole * (term.futureValue ?? 0));
  const rate = monthlyRate(term);
  const cost = costOfCredit({
    price: whole,
    downPayment: Math.round((whole * downPayment) / 100),
    dues,
    rate,
    futureValue,
    costs: inUnits(table.costs, units),
  });
  return { name: plan.name, table, units, rate, futureValue, cost };
}

/** Percent with two decimals. */
export function annualCost({ annualCost: { method } }: CountryFinancing, monthly: number): number {
  const yearly = method === "nominal" ? monthly * 12 : (1 + monthly) ** 12 - 1;
  return Math.round(yearly * 10_000) / 100;
}

const percent = (rate: number): number => Math.round(rate * 1_000_000) / 10_000;

/** As `customer/api/financial` answers; amounts of 0 where the credit is not available. */
export function simulationRecord(
  country: CountryFinancing,
  question: Question,
  simulated: Simulated,
): Record<string, unknown> {
  const { credit, price, downPayment, dues } = question;
  const { currency, exchange } = country;
  const found = "cost" in simulated ? simulated : undefined;
  const units = unitsOf(currency);
  const amounts = {
    price,
    initialPayment: Math.round((price * downPayment * units) / 100) / units,
    duesValue: found ? found.cost.fee / found.units : 0,
    totalCredit: found ? found.cost.total / found.units : 0,
    guaranteedFutureValue: found ? found.futureValue / found.units : 0,
  };
  return {
    financial: found?.name ?? null,
    purchaseType: credit === "smart" ? 1 : 2,
    dues,
    initialPaymentPercentage: downPayment,
    currency,
    ...amounts,
    ...(exchange ? converted(amounts, exchange) : {}),
    annualEquivalency: found ? annualCost(country, found.cost.costRate) : 0,
    annualEquivalencyName: country.annualCost.name,
    ...(found ? legal(found) : {}),
    errorCode: found ? 0 : 1,
    financialError: found === undefined,
    description: "unavailable" in simulated ? simulated.unavailable : null,
  };
}

/** The same amounts in the second currency, with the rate and its date. */
function converted(
  amounts: Record<string, number>,
  { currency, rate, date }: NonNullable<CountryFinancing["exchange"]>,
): Record<string, unknown> {
  const second = Object.entries(amounts).map(([name, amount]) => [
    `${name}${currency}`,
    Math.round(amount * rate * 100) / 100,
  ]);
  return { ...Object.fromEntries(second), exchangeRate: rate, exchangeDate: date };
}

const legal = ({ table, cost, units, rate }: Exclude<Simulated, { unavailable: string }>) => ({
  financedAmount: cost.principal / units,
  stampDuty: cost.stampDuty / units,
  insurance: cost.insurance / units,
  monthlyRate: percent(rate),
  yearlyRate: percent((1 + rate) ** 12 - 1),
  validFrom: table.validFrom,
  validUntil: table.validUntil,
});

/** The amortisation table, in the currency itself. */
export const scheduleRecord = (simulated: Simulated): Record<string, number>[] =>
  "cost" in simulated
    ? simulated.cost.schedule.map((line: Instalment) => ({
        number: line.number,
        payment: line.payment / simulated.units,
        principal: line.principal / simulated.units,
        interest: line.interest / simulated.units,
        charges: line.charges / simulated.units,
        balance: line.balance / simulated.units,
      }))
    : [];
