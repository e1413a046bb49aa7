/** The booking of a workshop's services: what can be chosen, when it is free, and the appointments that were made. */
import { book, hold, release } from "../booking/book.ts";
import { cancelEarlier, cancelOwn, move, ofPlate, show } from "../booking/own.ts";
import { dayOf, hoursOf } from "../booking/read-booking.ts";
import { freeDays, slotsNeeded } from "../booking/slots.ts";
import { keepStatus } from "../booking/status.ts";
import {
  maintenancesOf,
  modelById,
  modelId,
  modelsOf,
  postSaleServices,
  versionsIn,
} from "../booking/vehicles.ts";
import { placeById } from "../booking/visit.ts";
import {
  bookingOf,
  makeOf,
  makesServed,
  peopleFor,
  servicesAsked,
  workshopsFor,
} from "../booking/workshops.ts";
import type { VehicleBrand } from "../reference/types.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { queryFault } from "./query.ts";

const base = "/customer/api/v3/appointment";
const ok = (body: unknown): ServiceAnswer => ({ status: 200, body });
const missing = (name: string): ServiceAnswer => refusal(400, `Falta "${name}"`);

type Ask = (request: ServiceRequest) => ServiceAnswer | Promise<ServiceAnswer>;

const get = (path: string, known: string[], answer: Ask): ServiceRoute => ({
  method: "GET",
  path,
  handle: async (request) => queryFault(request, known) ?? (await answer(request)),
});

const country = ({ brand }: ServiceRequest): string => String(brand.facts["country"]);

/** Makes for a service, or for all that are no major ones. */
function brands({ reference }: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const { service, hasAdditionalService } = request.query;
  const companyId = companyOf(request.brand);
  const company = bookingOf(reference, companyId);
  if (service === undefined && hasAdditionalService !== "true") return missing("service");
  const services = servicesAsked(company, service, hasAdditionalService);
  const made = makesServed(reference, companyId, services);
  return ok(made.map(({ name, code }) => ({ value: name, brandId: code })));
}

/** The make that a query names by code, by name or by both. */
function makeOfQuery({ reference }: DealerDeps, { query }: ServiceRequest): VehicleBrand | undefined {
  const { brandId, brand } = query;
  const make = makeOf(reference, brandId) ?? reference.vehicles.find(({ name }) => name === brand);
  return brand === undefined || make?.name === brand ? make : undefined;
}

function models(parts: DealerDeps, request: ServiceRequest): ServiceAnswer {
  if (request.query["brandId"] === undefined && request.query["brand"] === undefined)
    return missing("brandId");
  const make = makeOfQuery(parts, request);
  const found = make ? modelsOf(make, country(request)) : [];
  return ok(found.map((one) => ({ id: modelId(one), value: one.model.name })));
}

function versions({ reference }: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const found = modelById(reference, request.query["modelId"]);
  const all = found ? versionsIn(found.model, country(request)) : [];
  return ok(all.map(({ name }) => ({ value: name })));
}

/** The version's own id, or that of the model's first one where no version was asked for. */
function quiterId({ reference }: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const { modelId: id, version } = request.query;
  const found = modelById(reference, id);
  const all = found ? versionsIn(found.model, country(request)) : [];
  const one = all.find(({ name }) => name === version) ?? all[0];
  return one ? ok({ quiterId: one.code }) : refusal(404, "No existe ese modelo");
}

function maintenances({ reference }: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const companyId = companyOf(request.brand);
  const makes = makesServed(reference, companyId, bookingOf(reference, companyId)?.services ?? []);
  const all = makes.flatMap((make) => modelsOf(make, country(request)));
  return ok(
    all.map((one) => ({
      id: modelId(one),
      name: one.model.name,
      maintenances: maintenancesOf(reference, companyId, one),
    })),
  );
}

function branches({ reference }: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const { brandId, brand, city, service } = request.query;
  const found = workshopsFor(reference, companyOf(request.brand), {
    brandId,
    brand,
    city,
    serviceId: service,
  });
  return ok(
    found.map(({ office, city: where }) => ({
      id: office.uuid,
      fullName: office.name,
      city: where,
      commune: office.commune,
      latitude: office.latitude,
      longitude: office.longitude,
    })),
  );
}

/** Who is in a workshop; with a make, who takes cars of that. */
function people(parts: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const { workshopId, brandId } = request.query;
  if (workshopId === undefined) return missing("workshopId");
  const place = placeById(parts, request, workshopId);
  if (!place) return refusal(404, "No existe ese taller");
  const make = makeOf(parts.reference, brandId);
  if (brandId !== undefined && !make) return ok([]);
  return ok(peopleFor(place, make?.name).map(({ id, name }) => ({ id, name })));
}

/** When one of these people is free. Several ids stand with commas. */
async function freeSlots(
  parts: DealerDeps,
  request: ServiceRequest,
  ids: string | undefined,
): Promise<ServiceAnswer> {
  const { workshopId, startDate, brandId, hours } = request.query;
  const from = dayOf(startDate);
  if (from === undefined) return refusal(400, '"startDate" debe ser un día, como 2026-12-31');
  const place = placeById(parts, request, workshopId);
  if (!place) return refusal(404, "No existe ese taller");
  const taken = hours === undefined ? undefined : hoursOf(hours);
  if (hours !== undefined && taken === undefined) return refusal(400, '"hours" debe ser un número de horas');
  const named = new Set((ids ?? "").split(","));
  const asked = peopleFor(place, makeOf(parts.reference, brandId)?.name).filter(({ id }) => named.has(id));
  if (asked.length === 0) return refusal(404, "No existe esa persona en el taller");
  const question = { people: asked, startDate: from, slots: slotsNeeded(place, taken) };
  return ok(await freeDays(parts.store.db, parts.reference, place, question, parts.clock()));
}

function postSale({ reference }: DealerDeps, request: ServiceRequest): ServiceAnswer {
  const { brand, category } = request.query;
  if (brand === undefined || category === undefined)
    return missing(brand === undefined ? "brand" : "category");
  const found = postSaleServices(reference, companyOf(request.brand), { make: brand, category });
  return ok(
    found.map(({ name, description, listPrice, webPrice }) => ({ name, description, listPrice, webPrice })),
  );
}

export function appointment(parts: DealerDeps): ServiceRoutes {
  const read = (
    path: string,
    known: string[],
    answer: (deps: DealerDeps, request: ServiceRequest) => ServiceAnswer,
  ) => get(`${base}/${path}`, known, (request) => answer(parts, request));
  const change = (
    method: ServiceRoute["method"],
    path: string,
    answer: (deps: DealerDeps, request: ServiceRequest) => Promise<ServiceAnswer>,
  ): ServiceRoute => ({ method, path, handle: (request) => answer(parts, request) });
  return {
    service: "appointment",
    routes: [
      read("brand", ["service", "hasAdditionalService"], brands),
      read("model-v2", ["brandId", "brand"], models),
      read("models/maintenances", [], maintenances),
      read("version", ["modelId"], versions),
      read("quiter-id", ["modelId", "version"], quiterId),
      read("branch", ["brandId", "brand", "city", "service", "category"], branches),
      read("assessors", ["workshopId", "brandId"], people),
      read("operators", ["workshopId"], people),
      get(
        `${base}/assessors/free-slots`,
        ["workshopId", "startDate", "receptionistsId", "brandId", "hours"],
        (request) => freeSlots(parts, request, request.query["receptionistsId"]),
      ),
      get(`${base}/operators/free-slots`, ["workshopId", "startDate", "operatorId", "hours"], (request) =>
        freeSlots(parts, request, request.query["operatorId"]),
      ),
      read("filter/postsale-services", ["brand", "category"], postSale),
      get("/customer/api/appointment", ["vehiclePlate"], (request) => ofPlate(parts, request)),
      change("DELETE", "/customer/api/appointment", cancelEarlier),
      get(`${base}/own`, [], (request) => show(parts, request)),
      change("POST", `${base}/own/move`, move),
      change("POST", `${base}/own/cancel`, cancelOwn),
      change("POST", `${base}/hold`, hold),
      change("POST", `${base}/release`, release),
      change("POST", `${base}/status`, keepStatus),
      change("POST", base, book),
    ],
  };
}
