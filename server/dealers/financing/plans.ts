/** Which credit a car has on a day: the table that holds, the plan of its make and type, the rate of a term. */
import type {
  CountryFinancing,
  CreditPlan,
  CreditTable,
  CreditTerm,
  CreditType,
  Financing,
} from "../reference/financing.ts";

/** What plans ask of a car. */
export interface FinancedCar {
  type: "new" | "used";
  /** Slug of its make. */
  make: string;
  /** Its model year; none where only a make and a price are asked for. */
  year?: number;
}

export const creditTypes: readonly CreditType[] = ["smart", "conventional"];

/** The table that holds on a day; none where none does: then nothing is financed. */
export const tableOn = ({ tables }: CountryFinancing, today: string): CreditTable | undefined =>
  tables.find(({ validFrom, validUntil }) => validFrom <= today && today <= validUntil);

/** The plan of the make itself comes before the one of all makes. */
export function planOf(
  { plans }: CreditTable,
  { type, make }: FinancedCar,
  credit: CreditType,
): CreditPlan | undefined {
  const fitting = plans.filter((plan) => plan.type === type && plan.credit === credit);
  return (
    fitting.find(({ makes }) => makes?.includes(make)) ?? fitting.find(({ makes }) => makes === undefined)
  );
}

/** Whether a car is not too old for a credit. */
export const isYoungEnough = (
  { maximumAge }: CountryFinancing,
  { type, year }: FinancedCar,
  credit: CreditType,
  today: string,
): boolean => type === "new" || year === undefined || Number(today.slice(0, 4)) - year <= maximumAge[credit];

/** Percent: the usual down payment, or the least of the range. */
export const usualDownPayment = (
  { usualDownPayment: usual }: Pick<Financing, "usualDownPayment">,
  { downPayment: { min, max } }: CreditPlan,
): number => (usual >= min && usual <= max ? usual : min);

/** By month. */
export const monthlyRate = ({ monthlyRate: rate, yearlyRate }: CreditTerm): number =>
  rate ?? (1 + yearlyRate!) ** (1 / 12) - 1;

/** How the credits of a make and type are called, their terms and ranges, as records of makes have them. */
export function financingRecord(table: CreditTable | undefined, car: FinancedCar): Record<string, unknown> {
  const [smart, conventional] = creditTypes.map((credit) => table && planOf(table, car, credit));
  const duesOf = (plan: CreditPlan | undefined): number[] => plan?.terms.map(({ dues }) => dues) ?? [];
  return {
    type: car.type === "new" ? 1 : 2,
    conventionalName: conventional?.name ?? null,
    smartName: smart?.name ?? null,
    duesSmart: duesOf(smart),
    duesConventional: duesOf(conventional),
    smartCreditRange: smart?.downPayment ?? null,
    conventionalCreditRange: conventional?.downPayment ?? null,
  };
}
