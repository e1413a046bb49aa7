/** A car as the catalogue's service sends it, written as short as pages read it. */
export interface ShortCar {
  id: number;
  isNew: boolean;
  brand?: string;
  model?: string;
  /** The least of its prices, which is one with financing where it is not the list price. */
  price?: number;
  listPrice?: number;
  secondPrice?: number;
  dpsPrice?: object[];
  /** Whatever else its record has. */
  [more: string]: unknown;
}

const item = (value: string) => ({ value, slug: value.toLowerCase().replaceAll(" ", "-") });

export function carRecord(car: ShortCar, currency = "CLP"): Record<string, unknown> {
  const {
    brand = "Toyota",
    model = "Yaris",
    price = 9_990_000,
    listPrice = price,
    secondPrice,
    ...own
  } = car;
  return {
    carId: String(car.id),
    detailModel: "1.5 XLS CVT",
    year: 2024,
    isQuotable: true,
    features: [],
    tags: [],
    carType: item(car.isNew ? "Nuevo" : "Usado"),
    carBrandType: item(brand),
    carModelType: item(model),
    prices: [
      { currency, listPrice, ...(price < listPrice ? { priceCC: price } : {}) },
      ...(secondPrice === undefined ? [] : [{ currency: "PEN", listPrice: secondPrice }]),
    ],
    hasDps: car.dpsPrice !== undefined,
    ...own,
  };
}
