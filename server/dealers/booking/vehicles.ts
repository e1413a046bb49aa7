/** Models, versions and maintenances as the booking names them. */
import type { Maintenance, MaintenancePlan, PostSaleService } from "../reference/booking.ts";
import type { Reference, VehicleBrand, VehicleModel, VehicleVersion } from "../reference/types.ts";
import { bookingOf } from "./workshops.ts";

/** No maintenance is planned beyond. */
const lastMileage = 400_000;

export interface MakeModel {
  make: VehicleBrand;
  model: VehicleModel;
}

/** One model's alone, among all makes. */
export const modelId = ({ make, model }: MakeModel): string => `${make.code}-${model.code}`;

/** Versions of a model that were sold in a country. */
export const versionsIn = (model: VehicleModel, country: string): VehicleVersion[] =>
  model.versions.filter(({ years }) => Object.hasOwn(years, country));

/** Models of a make that were ever sold in a country. */
export const modelsOf = (make: VehicleBrand, country: string): MakeModel[] =>
  make.models.filter((model) => versionsIn(model, country).length > 0).map((model) => ({ make, model }));

export const modelById = ({ vehicles }: Reference, id: string | undefined): MakeModel | undefined =>
  vehicles
    .flatMap((make) => make.models.map((model) => ({ make, model })))
    .find((one) => modelId(one) === id);

const planOf = (
  reference: Reference,
  companyId: number | undefined,
  make: VehicleBrand,
): MaintenancePlan | undefined =>
  bookingOf(reference, companyId)?.maintenancePlans.find(({ makes }) => makes.includes(make.name));

/** All maintenances of a model; none where the company has no plan for its make. */
export function maintenancesOf(
  reference: Reference,
  companyId: number | undefined,
  { make, model }: MakeModel,
): Maintenance[] {
  const plan = planOf(reference, companyId, make);
  const length = plan?.cycle.at(-1)?.mileage;
  if (!plan || length === undefined) return [];
  const factor = Object.hasOwn(plan.factors, model.category) ? plan.factors[model.category]! : 1;
  const rounds = Array.from({ length: Math.ceil(lastMileage / length) }, (_, round) => round * length);
  return rounds
    .flatMap((from) =>
      plan.cycle.map(({ mileage, hours, price }) => ({
        mileage: from + mileage,
        hours,
        price: rounded(price * factor),
      })),
    )
    .filter(({ mileage }) => mileage <= lastMileage);
}

/** As price lists have it: 134.990 where it is thousands, 430 where it is tens. */
const rounded = (price: number): number =>
  price >= 10_000 ? Math.ceil(price / 1000) * 1000 - 10 : Math.ceil(price / 10) * 10;

/** What is sold apart for a make (by name) and a category (by slug). */
export const postSaleServices = (
  reference: Reference,
  companyId: number | undefined,
  { make, category }: { make: string; category: string },
): PostSaleService[] =>
  (bookingOf(reference, companyId)?.postSaleServices ?? []).filter(
    ({ makes, categories }) =>
      (!makes || makes.includes(make)) && (!categories || categories.includes(category)),
  );
