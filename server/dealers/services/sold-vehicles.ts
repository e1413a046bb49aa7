/** What a dealer sells new: makes and models by name, with routes that answer them. */
import type { Reference } from "../reference/types.ts";
import { vehiclesOf, yearsOf } from "../reference/vehicles.ts";
import { refusal, type ServiceBrand, type ServiceRoute } from "../../services/embedded/service.ts";
import { queryFault } from "./query.ts";
import { companyOf } from "../requests/caller.ts";

const newCars = "Venta Nuevos";

const values = (names: string[]): { value: string }[] => [...new Set(names)].map((value) => ({ value }));

/** The cars of the newest model year whose make an office of the dealer sells. */
function soldBy(reference: Reference, brand: ServiceBrand): { make: string; model: string }[] {
  const company = reference.companies.find(({ companyId }) => companyId === companyOf(brand));
  if (!company) return [];
  const offices = company.cities.flatMap(({ branchOffices }) => branchOffices);
  const makes = new Set(
    offices.filter(({ services }) => services.includes(newCars)).flatMap(({ brands }) => brands),
  );
  const { country } = company;
  const [year] = yearsOf(reference, country);
  if (year === undefined) return [];
  return vehiclesOf(reference, { country, year })
    .map(({ brand: make, model }) => ({ make: make.name, model: model.name }))
    .filter(({ make }) => makes.has(make));
}

/** Whether the dealer sells this model of this make. */
export const isSold = (reference: Reference, brand: ServiceBrand, make: string, model: string): boolean =>
  soldBy(reference, brand).some((car) => car.make === make && car.model === model);

/** `brands`, and `models` of the make in the query, below a path. */
export const soldRoutes = (reference: Reference, path: string): ServiceRoute[] => [
  {
    method: "GET",
    path: `${path}/brands`,
    handle: async (request) =>
      queryFault(request, []) ?? {
        status: 200,
        body: values(soldBy(reference, request.brand).map(({ make }) => make)),
      },
  },
  {
    method: "GET",
    path: `${path}/models`,
    handle: async (request) => {
      const fault = queryFault(request, ["brand"]);
      if (fault) return fault;
      const { brand: asked } = request.query;
      if (asked === undefined) return refusal(400, 'Falta "brand"');
      const sold = soldBy(reference, request.brand).filter(({ make }) => make === asked);
      return { status: 200, body: values(sold.map(({ model }) => model)) };
    },
  },
];
