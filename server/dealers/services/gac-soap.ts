/** What is known of a person by document: their cars, and masked, how they are reached. */
import { carsOf, customerOf } from "../booking/customers.ts";
import { masked, maskedVin } from "../booking/mask.ts";
import { bookingOf, makesServed, serviceOf } from "../booking/workshops.ts";
import type { Reference } from "../reference/types.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";
import { queryFault } from "./query.ts";

export const gacSoap = (reference: Reference): ServiceRoutes => ({
  service: "gacSoap",
  routes: [
    {
      method: "GET",
      path: "/customer/api/v3/gac-soap/cars-by-rut",
      handle: async (request) => {
        const fault = queryFault(request, ["dni", "service"]);
        if (fault) return fault;
        const { dni, service } = request.query;
        if (dni === undefined) return refusal(400, 'Falta "dni"');
        const companyId = companyOf(request.brand);
        const company = bookingOf(reference, companyId);
        const services = service === undefined ? (company?.services ?? []) : [serviceOf(company, service)];
        const served = new Set(makesServed(reference, companyId, services).map(({ name }) => name));
        const customer = customerOf(reference, companyId, dni);
        const cars = carsOf(reference, String(request.brand.facts["country"]), customer, served);
        return {
          status: 200,
          body: cars.map(({ car, make, model, vin }) => ({
            year: car.year,
            brand: make.name,
            model: model.name,
            patent: car.plate,
            ...(vin === undefined ? {} : { vin: maskedVin(vin) }),
          })),
        };
      },
    },
    {
      method: "GET",
      path: "/customer/api/gac-soap/client-data",
      handle: async (request) => {
        const fault = queryFault(request, ["rut", "dni"]);
        if (fault) return fault;
        const { rut, dni } = request.query;
        const document = rut ?? dni;
        if (document === undefined) return refusal(400, 'Falta "rut" o "dni"');
        const customer = customerOf(reference, companyOf(request.brand), document);
        // Nothing known is no failure.
        if (!customer) return { status: 200, body: {} };
        const { name, lastName, phone, email } = customer;
        const contact = masked({ name, lastName, phoneNumber: phone, email });
        return { status: 200, body: { ...contact, masked: true } };
      },
    },
  ],
});
