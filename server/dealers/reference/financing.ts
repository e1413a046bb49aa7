/** The shape of `financing.json`: with which rates, insurance and costs cars are financed, and until when. */
import type { ReferenceFile } from "./files.ts";
import type { Path } from "./problems.ts";
import type { Company, VehicleBrand } from "./types.ts";

/** `smart`: equal fees and a last large one, which the guaranteed future value pays. */
export type CreditType = "smart" | "conventional";

/** A rate is by month, or by year and effective. */
export interface CreditTerm {
  dues: number;
  monthlyRate?: number;
  yearlyRate?: number;
  /** Of a smart credit: the guaranteed part of the price. */
  futureValue?: number;
}

export interface CreditPlan {
  type: "new" | "used";
  credit: CreditType;
  /** As people read it. */
  name: string;
  /** Slugs of the makes that it is for; all others where it has none. */
  makes?: string[];
  /** Percent of the price. */
  downPayment: { min: number; max: number };
  terms: CreditTerm[];
}

/** What a credit costs beside its interest; amounts in the main currency of the country. */
export interface CreditCosts {
  /** Paid with the credit itself: notary, registration of the pledge. */
  financed: { name: string; amount: number }[];
  /** Paid with each fee. */
  monthly: { name: string; amount: number }[];
  /** Of the credit, for each month up to a maximum. */
  stampDuty?: { monthlyRate: number; maximum: number };
  /** For each month: `once` of the credit and paid with it, `monthly` of what is still owed. */
  lifeInsurance?: { monthlyRate: number; charged: "once" | "monthly" };
  /** Of the price, paid with each fee. */
  carInsurance?: { yearlyRate: number };
}

/** What holds from a day to another one, both included. */
export interface CreditTable {
  /** `yyyy-mm-dd`. */
  validFrom: string;
  validUntil: string;
  costs: CreditCosts;
  plans: CreditPlan[];
}

export interface CountryFinancing {
  currency: string;
  /** How the yearly cost is called and worked out of the monthly one: times twelve, or compounded. */
  annualCost: { name: string; method: "nominal" | "compounded"; source: string };
  /** What one unit of the main currency costs in the second one, and on which day that was so. */
  exchange?: { currency: string; rate: number; date: string };
  /** How many years a car may have. */
  maximumAge: Record<CreditType, number>;
  /** By date. */
  tables: CreditTable[];
}

export interface Financing {
  /** Percent of the price, where the range of a plan has it; else its least. */
  usualDownPayment: number;
  countries: Record<string, CountryFinancing>;
}

/** Every country of a catalogue has its credits; tables follow each other; a plan says what can be worked out. */
export function checkFinancing(
  file: ReferenceFile<Financing>,
  { companies, vehicles }: { companies: Company[]; vehicles: VehicleBrand[] },
): void {
  const makes = new Set(vehicles.map(({ slug }) => slug));
  for (const country of new Set(companies.map((company) => company.country))) {
    if (!Object.hasOwn(file.data.countries, country)) {
      file.refuse(["countries"], `Falta el financiamiento de "${country}".`);
    }
  }
  for (const [country, { tables }] of Object.entries(file.data.countries)) {
    tables.forEach(({ validFrom, validUntil, plans }, at) => {
      const path: Path = ["countries", country, "tables", at];
      if (validUntil < validFrom) {
        file.refuse([...path, "validUntil"], `"${validUntil}" es anterior a "${validFrom}".`);
      }
      const before = tables[at - 1]?.validUntil ?? "";
      if (validFrom <= before) {
        file.refuse([...path, "validFrom"], `"${validFrom}" no viene después de "${before}".`);
      }
      checkPlans(file, plans, [...path, "plans"], makes);
    });
  }
}

function checkPlans(
  file: ReferenceFile<Financing>,
  plans: CreditPlan[],
  path: Path,
  makes: ReadonlySet<string>,
): void {
  const owners = new Set<string>();
  plans.forEach(({ type, credit, makes: own, downPayment, terms }, at) => {
    const here: Path = [...path, at];
    if (downPayment.max < downPayment.min) {
      file.refuse([...here, "downPayment"], "El pie máximo es menor que el mínimo.");
    }
    for (const make of own ?? ["*"]) {
      if (make !== "*" && !makes.has(make)) file.refuse([...here, "makes"], `"${make}" no se conoce.`);
      const owner = `${type} ${credit} ${make}`;
      if (owners.has(owner)) file.refuse(here, `Ya hay un plan "${credit}" de "${type}" para "${make}".`);
      owners.add(owner);
    }
    terms.forEach(({ dues, futureValue }, index) => {
      const term: Path = [...here, "terms", index];
      if (dues <= (terms[index - 1]?.dues ?? 0)) file.refuse(term, "Los plazos van de menor a mayor.");
      if ((credit === "smart") !== (futureValue !== undefined)) {
        file.refuse(term, "Un crédito inteligente, y solo él, tiene un valor futuro.");
      }
      if ((futureValue ?? 0) + downPayment.max / 100 > 1) {
        file.refuse(term, "El pie máximo y el valor futuro son más que el precio.");
      }
    });
  });
}
