/** Which vehicles there are in a country, from year to version. */
import type { Reference, VehicleBrand, VehicleModel, VehicleVersion } from "./types.ts";

/** What is already chosen. */
export interface VehicleQuestion {
  /** E.g. `CL`. */
  country: string;
  year?: number;
  brandCode?: string;
  modelCode?: string;
}

export interface Vehicle {
  brand: VehicleBrand;
  model: VehicleModel;
  version: VehicleVersion;
}

const eachVehicle = function* ({ vehicles }: Reference): Generator<Vehicle> {
  for (const brand of vehicles)
    for (const model of brand.models) for (const version of model.versions) yield { brand, model, version };
};

const sold = (version: VehicleVersion, country: string): [first: number, last: number] | undefined =>
  Object.hasOwn(version.years, country) ? version.years[country] : undefined;

function fits({ brand, model, version }: Vehicle, asked: VehicleQuestion): boolean {
  const years = sold(version, asked.country);
  return (
    years !== undefined &&
    (asked.year === undefined || (years[0] <= asked.year && asked.year <= years[1])) &&
    (asked.brandCode === undefined || asked.brandCode === brand.code) &&
    (asked.modelCode === undefined || asked.modelCode === model.code)
  );
}

/** The vehicles that fit, brands by name and the rest as their files have it. */
export const vehiclesOf = (reference: Reference, asked: VehicleQuestion): Vehicle[] =>
  [...eachVehicle(reference)].filter((vehicle) => fits(vehicle, asked));

/** The model years that there are in a country, newest first. */
export function yearsOf(reference: Reference, country: string): number[] {
  const years = new Set<number>();
  for (const { version } of eachVehicle(reference)) {
    const [first, last] = sold(version, country) ?? [1, 0];
    for (let year = first; year <= last; year += 1) years.add(year);
  }
  return [...years].toSorted((a, b) => b - a);
}

/** A version that is sold in a country, by its code. */
export const vehicleByCode = (reference: Reference, country: string, code: string): Vehicle | undefined =>
  vehiclesOf(reference, { country }).find(({ version }) => version.code === code);
