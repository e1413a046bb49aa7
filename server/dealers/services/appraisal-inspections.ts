/** Inspections: where there are offices that do them, when they are free, and taking one of these times. */
import { randomUUID } from "node:crypto";
import type { Reference } from "../reference/types.ts";
import { recordKeys, takeServiceRecord } from "../../store/service-records.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceBrand,
  type ServiceRequest,
  type ServiceRoute,
} from "../../services/embedded/service.ts";
import { timesAhead, type InspectionPlace } from "./appraisal-slots.ts";
import { phoneRule } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { queryFault } from "./query.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { readTexts } from "../../services/embedded/texts.ts";
import { companyOf } from "../requests/caller.ts";

/** Taken times are kept under this name, by office and time: the same one is not taken twice. */
const slots = "appraisal.slot";
const inspects = "Venta Usados";

/** The dealer's offices that buy cars. */
function placesOf({ companies }: Reference, brand: ServiceBrand): InspectionPlace[] {
  const company = companies.find(({ companyId }) => companyId === companyOf(brand));
  return (company?.cities ?? []).flatMap(({ city, region, branchOffices }) =>
    branchOffices
      .filter(({ services }) => services.includes(inspects))
      .map((office) => ({ country: company!.country, region, city, office })),
  );
}

/** A name for addresses: «Viña del Mar» is `vina-del-mar`. */
const idOf = (city: string): string =>
  city
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");

function regionName({ chile, peru }: Reference, { country, region }: InspectionPlace): string {
  const name =
    country === "PE"
      ? peru.departments.find(({ code }) => code === region)?.name
      : chile.regions.find(({ code }) => code === region)?.shortName;
  return name ?? region;
}

const unique = <Row extends { id: string }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** The refusal of a list of companies that has another than those that value cars. */
function companyFault({ market }: Reference, { query }: ServiceRequest): ServiceAnswer | undefined {
  const known = new Set(market.companies.map(({ code }) => code));
  const asked = query["company"]?.split(",") ?? [];
  if (asked.length > 0 && asked.every((code) => known.has(code))) return undefined;
  return refusal(400, '"company" debe nombrar empresas que tasan autos');
}

/** The free times of an office, by day. */
async function freeTimes(
  { reference, store, clock }: DealerDeps,
  place: InspectionPlace,
): Promise<Record<string, string[]>[]> {
  const { uuid } = place.office;
  const taken = new Set(await recordKeys(store.db, slots, `${uuid}/`));
  return timesAhead(reference, place, clock())
    .map(([day, times]) => ({ [day]: times.filter((time) => !taken.has(`${uuid}/${day} ${time}`)) }))
    .filter((row) => Object.values(row).some((times) => times.length > 0));
}

const refused = (status: number, error: string): ServiceAnswer => ({
  status,
  body: { Status: status, Error: error },
});

/** Takes a time for one who has a lead, once for one key; nobody else gets the same. */
async function book(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const { reference, store, clock } = parts;
  const read = readTexts(request.body, {
    name: { max: 61 },
    leadId: { max: 80 },
    mode: { max: 20, fits: (text) => text === "sucursal", says: "debe ser sucursal" },
    phone: phoneRule,
    branchOffice: { max: 80 },
    dateTime: { max: 16, fits: (text) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text) },
  });
  if ("fault" in read) return refused(400, read.fault);
  const { branchOffice = "", dateTime = "" } = read.texts;
  const place = placesOf(reference, request.brand).find(({ office }) => office.uuid === branchOffice);
  if (!place) return refused(400, '"branchOffice" no se conoce');
  const now = clock();
  const [day = "", time = ""] = dateTime.split(" ");
  const offered = timesAhead(reference, place, now).some(
    ([one, times]) => one === day && times.includes(time),
  );
  return await recordOnce(store, "appraisal.appointment", request, now, async (db, key) => {
    const record = { service: slots, key: `${branchOffice}/${dateTime}`, brand: request.brand.code };
    const isTaken = offered && !(await takeServiceRecord(db, { ...record, body: { key }, answer: {} }, now));
    if (!offered || isTaken) return refused(409, "Ese horario ya no está disponible");
    return { status: 201, body: { Id: randomUUID(), Status: 201, Error: null } };
  });
}

/** Regions to appointments, below a path. */
export function inspectionRoutes(parts: DealerDeps, base: string): ServiceRoute[] {
  const { reference } = parts;
  const get = (
    path: string,
    known: string[],
    answer: (
      places: InspectionPlace[],
      query: Record<string, string>,
    ) => ServiceAnswer | Promise<ServiceAnswer>,
  ): ServiceRoute => ({
    method: "GET",
    path: `${base}/${path}`,
    handle: async (request) => {
      const fault = queryFault(request, known);
      if (fault) return fault;
      const missing = known.find((name) => request.query[name] === undefined);
      if (missing !== undefined) return refusal(400, `Falta "${missing}"`);
      const unknown = known.includes("company") ? companyFault(reference, request) : undefined;
      return unknown ?? (await answer(placesOf(reference, request.brand), request.query));
    },
  });
  return [
    get("regions", ["company"], (places) => ({
      status: 200,
      body: unique(places.map((place) => ({ id: place.region, name: regionName(reference, place) }))),
    })),
    get("cities", ["regionId"], (places, { regionId }) => ({
      status: 200,
      body: unique(
        places
          .filter(({ region }) => region === regionId)
          .map(({ city }) => ({ id: idOf(city), name: city })),
      ),
    })),
    get("branch-offices", ["region", "city", "company"], (places, { region, city }) => ({
      status: 200,
      body: {
        data: places
          .filter((place) => place.region === region && idOf(place.city) === city)
          .map(({ office: { uuid, name, address, commune } }) => ({
            id: uuid,
            name,
            address: `${address}, ${commune}`,
          })),
        error: null,
      },
    })),
    get("slots", ["branchOfficeId"], async (places, { branchOfficeId }) => {
      const place = places.find(({ office }) => office.uuid === branchOfficeId);
      if (!place) return { status: 404, body: { data: [], error: "No existe esa sucursal" } };
      return { status: 200, body: { data: await freeTimes(parts, place), error: null } };
    }),
    { method: "POST", path: base, handle: (request) => book(parts, request) },
  ];
}
