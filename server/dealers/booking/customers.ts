/** Who comes to the workshops of a company, by document, and with which cars. */
import { identifierText } from "../../store/identifiers.ts";
import type { Customer } from "../reference/booking.ts";
import type { Reference, RegisteredCar } from "../reference/types.ts";
import { modelById, type MakeModel } from "./vehicles.ts";

export interface CustomerCar extends MakeModel {
  car: RegisteredCar;
  vin: string | undefined;
}

/** However the document is written. */
export const customerOf = (
  { customers }: Reference,
  companyId: number | undefined,
  document: string,
): Customer | undefined =>
  customers
    .find((one) => one.companyId === companyId)
    ?.customers.find((one) => identifierText(one.document) === identifierText(document));

/** Their cars of makes that are served. */
export function carsOf(
  reference: Reference,
  country: string,
  customer: Customer | undefined,
  served: ReadonlySet<string>,
): CustomerCar[] {
  const register = reference.plates[country]?.cars ?? [];
  return (customer?.cars ?? []).flatMap(({ plate, vin }) => {
    const car = register.find((one) => one.plate === plate);
    const found = car && modelById(reference, `${car.brandCode}-${car.modelCode}`);
    return car && found && served.has(found.make.name) ? [{ ...found, car, vin }] : [];
  });
}
