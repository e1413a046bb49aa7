/** Branch offices of the reference data, and what can be asked about them. */
import type { BranchOffice, Company, Reference } from "../reference/types.ts";
import {
  refusal,
  type ServiceRoutes,
  type ServiceAnswer,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { queryFault } from "./query.ts";
import { companyOf } from "../requests/caller.ts";

interface BranchPoint {
  city: string;
  office: BranchOffice;
}

interface BranchMatch {
  company: Company | undefined;
  places: BranchPoint[];
  query: Record<string, string>;
}

const newCars = "Venta Nuevos";
const usedCars = "Venta Usados";

const values = (texts: string[]): { value: string }[] =>
  [...new Set(texts)].toSorted((a, b) => a.localeCompare(b, "es")).map((value) => ({ value }));

/** The places that fit the query, or the refusal. */
function select({ companies }: Reference, request: ServiceRequest): BranchMatch | ServiceAnswer {
  const { brand, query } = request;
  const known = ["isNewCar", "isUsedCar", "serviceId", "city", "salesBrand", "branchOfficeName"];
  const fault = queryFault(request, known);
  if (fault) return fault;
  for (const name of ["isNewCar", "isUsedCar"]) {
    if (!["true", "false", undefined].includes(query[name]))
      return refusal(400, `"${name}" debe ser true o false`);
  }
  const company = companies.find(({ companyId }) => companyId === companyOf(brand));
  const { serviceId, city, salesBrand, branchOfficeName } = query;
  // In the order in which the site offers them; the id is the place.
  const service = serviceId === undefined ? undefined : company?.services[Number(serviceId) - 1];
  if (serviceId !== undefined && service === undefined) return refusal(400, '"serviceId" no se conoce');
  const offered = [
    ...(service === undefined ? [] : [service]),
    ...(query["isNewCar"] === "true" ? [newCars] : []),
    ...(query["isUsedCar"] === "true" ? [usedCars] : []),
  ];
  const places = (company?.cities ?? [])
    .flatMap(({ city: name, branchOffices }) => branchOffices.map((office) => ({ city: name, office })))
    .filter(
      (place) =>
        offered.every((name) => place.office.services.includes(name)) &&
        (city === undefined || place.city === city) &&
        (salesBrand === undefined || place.office.brands.includes(salesBrand)) &&
        (branchOfficeName === undefined || place.office.name === branchOfficeName),
    );
  return { company, places, query };
}

/** The brands of a branch office, each with the code by which a declaration says where and of what a car was bought. */
const centerBrands = ({ vehicles }: Reference, { brands, centerCode }: BranchOffice) =>
  brands.map((name) => ({
    name,
    leadCenterCode: `${centerCode}-${vehicles.find((brand) => brand.name === name)?.code ?? ""}`,
  }));

export function branchOffice(reference: Reference): ServiceRoutes {
  const route = (path: string, answer: (found: BranchMatch) => unknown): ServiceRoutes["routes"][number] => ({
    method: "GET",
    path: `/branch-office/${path}`,
    handle: async (request) => {
      const found = select(reference, request);
      return "places" in found ? { status: 200, body: answer(found) } : found;
    },
  });
  const sellers = (places: BranchPoint[]) =>
    places.map((place) => place.office).filter(({ brands }) => brands.length > 0);
  return {
    service: "branchOffice",
    routes: [
      route("get-cities", ({ places }) => values(places.map(({ city }) => city))),
      route("get-all", ({ places }) => places.map((place) => place.office)),
      route("get-sales-brands", ({ places }) => values(places.flatMap((place) => place.office.brands))),
      route("services", ({ company }) =>
        (company?.services ?? []).map((value, index) => ({ id: index + 1, value })),
      ),
      route("get-centers", ({ places }) => sellers(places).map(({ name }) => ({ branchOfficeName: name }))),
      route("get-center-brands", ({ places }) =>
        sellers(places).flatMap((office) => centerBrands(reference, office)),
      ),
    ],
  };
}
