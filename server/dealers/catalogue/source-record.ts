/** What the catalogue says of a car in a list: the car source record of the specification. */
import { financingRecord, tableOn } from "../financing/plans.ts";
import { advertisedFee, financedCar } from "./financed-car.ts";
import { itemOf, type CarForSale, type CatalogueContext } from "./car-for-sale.ts";
import { dpsPrices, priceRecord, specialSaleOf } from "./prices.ts";

export const types = {
  new: { id: 1, value: "NUEVO", slug: "nuevo" },
  used: { id: 2, value: "USADO", slug: "usado" },
} as const;

const featuresOf = (
  { lists }: CatalogueContext,
  { car, model, version, traction, transmission }: CarForSale,
): { name: string; label: string }[] => {
  const feature = (name: string, label: string | undefined) => (label === undefined ? [] : [{ name, label }]);
  return [
    ...feature("year", String(car.year)),
    ...feature("transmission", itemOf(lists.transmissions, transmission)?.value),
    ...feature("traction", itemOf(lists.tractions, traction)?.value),
    ...feature("fuel", itemOf(lists.fuels, version.fuel)?.value),
    ...feature("doors", String(model.doors)),
    ...feature("seats", String(model.seats)),
  ];
};

/** Campaigns of a car, with the pages where each may show what. */
export const tagsOf = ({ catalogue }: CatalogueContext, { car }: CarForSale): object[] =>
  catalogue.campaigns.filter(({ slug }) => car.tags.includes(slug));

/** What one of a car's colours is called where it is chosen, by its slug. */
export function colourName({ catalogue }: CatalogueContext, { car }: CarForSale, slug: string): string {
  const { names } = catalogue.colours[slug]!;
  return names[car.id % names.length]!;
}

export function sourceRecord(parts: CatalogueContext, one: CarForSale): Record<string, unknown> {
  const { catalogue, lists, tax } = parts;
  const { car, brand, model, version, isNew, colours } = one;
  const first = parts.pictures(one, colours[0]);
  const advertised = advertisedFee(parts, one);
  const isCargo = ["pickup", "van", "truck"].includes(model.category);
  return {
    id: car.id,
    carId: isNew ? version.code : String(car.id),
    isNew,
    carType: types[car.type],
    carBrandType: {
      id: brand.code,
      value: brand.name,
      slug: brand.slug,
      carBrandTypeFinancial: [
        { financial: financingRecord(tableOn(parts.financing, parts.today()), financedCar(one)) },
      ],
    },
    carModelType: { id: model.code, value: model.name, slug: model.slug },
    carCategoryType: itemOf(lists.categories, model.category),
    detailModel: version.name,
    year: car.year,
    mileage: car.mileage ?? 0,
    patent: car.plate ?? null,
    features: featuresOf(parts, one),
    prices: car.prices.map((price) => priceRecord(price, tax, car.discountUsedCar)),
    applyVat: isNew && isCargo,
    dpsPrice: dpsPrices(car),
    hasDps: specialSaleOf(car) !== undefined,
    dpsCount: specialSaleOf(car)?.units ?? 0,
    dpsDiscount: specialSaleOf(car)?.discount ?? 0,
    minorCountDues: advertised?.dues ?? null,
    minorPriceDues: advertised?.fee ?? null,
    minorDuesCredit: advertised?.credit ?? null,
    numberOfOwners: car.owners ?? null,
    numberOfKeys: car.keys ?? null,
    isNewlyArrived: car.isNewlyArrived ?? false,
    isCertifiedUsed: car.isCertified ?? false,
    tags: tagsOf(parts, one),
    mainImage: first.main,
    carImage: first.folder,
    imageVersion: first.version,
    imageIsReferential: !(first.isOwnModel && first.isInColour),
    carColor: colours.map((slug) => {
      const { main, angles, isInColour } = parts.pictures(one, slug);
      return {
        value: colourName(parts, one, slug),
        slug,
        swatch: catalogue.colours[slug]!.swatch,
        imageUrl: main,
        // One in another colour would be taken for this one.
        small: isInColour ? angles[0]!.small : null,
        large: isInColour ? angles[0]!.large : null,
        mainColor: { value: catalogue.mergedNames.color?.[slug] ?? itemOf(lists.colours, slug)!.value },
      };
    }),
    hasStockByBrandAndModel: car.units > 0,
    spinFrames: first.frames,
    spinCarUrl: null,
    brandUrl: null,
  };
}
