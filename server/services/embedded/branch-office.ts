/** Branch offices and what can be asked about them. The data is fixtures/branch-offices.json. */
import companies from "../../../fixtures/branch-offices.json" with { type: "json" };
import { refusal, type EmbeddedService, type ServiceAnswer, type ServiceRequest } from "../service.ts";

type BranchOffice = (typeof companies)[number]["cities"][number]["branchOffices"][number];

interface Place {
  city: string;
  branchOffice: BranchOffice;
}

const newCars = "Venta Nuevos";
const usedCars = "Venta Usados";

const placesOf = (companyId: number): Place[] =>
  companies
    .filter((company) => company.companyId === companyId)
    .flatMap(({ cities }) => cities)
    .flatMap(({ city, branchOffices }) => branchOffices.map((branchOffice) => ({ city, branchOffice })));

/** In the order in which the site offers them; the id is the place. */
const servicesOf = (companyId: number): string[] =>
  companies.find((company) => company.companyId === companyId)?.services ?? [];

const values = (texts: string[]): { value: string }[] =>
  [...new Set(texts)].toSorted((a, b) => a.localeCompare(b, "es")).map((value) => ({ value }));

const knownFilters = new Set(["companyId", "isNewCar", "isUsedCar", "serviceId", "city", "salesBrand"]);

/** The places that fit the query, or the refusal. */
function select({ brand, query }: ServiceRequest): Place[] | ServiceAnswer {
  const unknown = Object.keys(query).find((name) => !knownFilters.has(name));
  if (unknown !== undefined) return refusal(400, `${JSON.stringify(unknown.slice(0, 40))} no se conoce`);
  if (query["companyId"] !== undefined && query["companyId"] !== String(brand.companyId)) {
    return refusal(400, "companyId de la consulta y de la cabecera no son el mismo");
  }
  for (const name of ["isNewCar", "isUsedCar"]) {
    if (!["true", "false", undefined].includes(query[name]))
      return refusal(400, `"${name}" debe ser true o false`);
  }
  const services = servicesOf(brand.companyId);
  const { serviceId, city, salesBrand } = query;
  const service = serviceId === undefined ? undefined : services[Number(serviceId) - 1];
  if (serviceId !== undefined && service === undefined) return refusal(400, '"serviceId" no se conoce');
  const offered = [
    ...(service === undefined ? [] : [service]),
    ...(query["isNewCar"] === "true" ? [newCars] : []),
    ...(query["isUsedCar"] === "true" ? [usedCars] : []),
  ];
  return placesOf(brand.companyId).filter(
    (place) =>
      offered.every((name) => place.branchOffice.services.includes(name)) &&
      (city === undefined || place.city === city) &&
      (salesBrand === undefined || place.branchOffice.brands.includes(salesBrand)),
  );
}

const overPlaces =
  (answer: (places: Place[], request: ServiceRequest) => unknown) =>
  async (request: ServiceRequest): Promise<ServiceAnswer> => {
    const places = select(request);
    return Array.isArray(places) ? { status: 200, body: answer(places, request) } : places;
  };

export const branchOffice = (): EmbeddedService => ({
  service: "branchOffice",
  routes: [
    {
      method: "GET",
      path: "/branch-office/get-cities",
      handle: overPlaces((places) => values(places.map(({ city }) => city))),
    },
    {
      method: "GET",
      path: "/branch-office/get-all",
      handle: overPlaces((places) => places.map((place) => place.branchOffice)),
    },
    {
      method: "GET",
      path: "/branch-office/get-sales-brands",
      handle: overPlaces((places) => values(places.flatMap((place) => place.branchOffice.brands))),
    },
    {
      method: "GET",
      path: "/branch-office/services",
      handle: overPlaces((_places, { brand }) =>
        servicesOf(brand.companyId).map((value, index) => ({ id: index + 1, value })),
      ),
    },
  ],
});
