/** Branch offices of the reference data, and what can be asked about them. */
import type { BranchOffice, Company, Reference } from "../reference/types.ts";
import {
  refusal,
  type ServiceRoutes,
  type ServiceAnswer,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { createTextSearch } from "../../services/embedded/text-search.ts";
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

/** Letters of a text that is looked for; the rest of a longer one is not. */
const maxText = 80;

/** What a branch office is found by, and how much that counts. */
const weights = { name: 4, city: 4, commune: 3, address: 2, services: 1, brands: 1 };

/** Finds branch offices of a company by what people type. */
function searchOf(company: Company): (text: string) => BranchPoint[] {
  const places = company.cities.flatMap(({ city, branchOffices }) =>
    branchOffices.map((office) => ({ city, office })),
  );
  const search = createTextSearch(weights);
  for (const [at, { city, office }] of places.entries()) {
    const { name, address, commune, services, brands } = office;
    search.add(String(at), {
      name,
      city,
      commune,
      address,
      services: services.join(" "),
      brands: brands.join(" "),
    });
  }
  return (text) => search.find(text.slice(0, maxText)).map((at) => places[Number(at)]!);
}

export function branchOffice(reference: Reference): ServiceRoutes {
  const searches = new Map<Company, ReturnType<typeof searchOf>>();
  const find = async (request: ServiceRequest): Promise<ServiceAnswer> => {
    const fault = queryFault(request, ["text"]);
    if (fault) return fault;
    const company = reference.companies.find(({ companyId }) => companyId === companyOf(request.brand));
    if (!company) return { status: 200, body: [] };
    const search = searches.get(company) ?? searchOf(company);
    searches.set(company, search);
    const found = search(request.query["text"] ?? "");
    return {
      status: 200,
      body: found.map(({ city, office: { uuid, name, address, commune, centerCode } }) => ({
        uuid,
        name,
        address,
        commune,
        city,
        centerCode,
      })),
    };
  };
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
      { method: "GET", path: "/branch-office/search", handle: find },
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
