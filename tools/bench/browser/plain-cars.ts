import type { Catalogue } from "../../../server/dealers/catalogue/catalogue.ts";

/** A car's values of the filters that all that are compared can count. */
export const plainFacets = [
  "type",
  "brand",
  "category",
  "fuel",
  "traction",
  "transmission",
  "years",
  "doors",
  "seats",
] as const;

/** The cars of a catalogue as rows of one value for each filter. */
export const plainRows = ({ cars }: Catalogue) =>
  [...cars.values()].map(({ car, brand, model, version, traction, transmission, isNew }) => ({
    id: car.id,
    name: `${brand.name} ${model.name} ${version.name}`,
    image: "data:,",
    price: car.prices[0]!.listPrice,
    type: isNew ? "new" : "used",
    brand: brand.slug,
    category: model.category,
    fuel: version.fuel,
    traction: traction ?? "",
    transmission: transmission ?? "",
    years: String(car.year),
    doors: String(model.doors),
    seats: String(model.seats),
  }));
export type PlainRow = ReturnType<typeof plainRows>[number];
