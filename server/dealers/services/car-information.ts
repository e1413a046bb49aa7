/** The cars of a person, by RUT. */
import { carsOf, customerOf } from "../booking/customers.ts";
import { maintenancesOf, modelId } from "../booking/vehicles.ts";
import { bookingOf, makesServed, servicesAsked } from "../booking/workshops.ts";
import type { Reference } from "../reference/types.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";
import { queryFault } from "./query.ts";

/** Of documents: only a RUT is looked for. */
const rutType = "1";

export const carInformation = (reference: Reference): ServiceRoutes => ({
  service: "carInformation",
  routes: [
    {
      method: "GET",
      path: "/customer/api/car-information/by-rut",
      handle: async (request) => {
        const known = ["identification", "identificationType", "serviceId", "hasAdditionalService"];
        const fault = queryFault(request, known);
        if (fault) return fault;
        const { identification, identificationType, serviceId, hasAdditionalService } = request.query;
        if (identification === undefined) return refusal(400, 'Falta "identification"');
        if ((identificationType ?? rutType) !== rutType) {
          return refusal(400, '"identificationType" no se conoce');
        }
        const companyId = companyOf(request.brand);
        const services = servicesAsked(bookingOf(reference, companyId), serviceId, hasAdditionalService);
        const served = new Set(makesServed(reference, companyId, services).map(({ name }) => name));
        const customer = customerOf(reference, companyId, identification);
        const cars = carsOf(reference, String(request.brand.facts["country"]), customer, served);
        return {
          status: 200,
          body: cars.map(({ car, make, model }) => ({
            plateNumber: car.plate,
            brand: make.name,
            modelName: model.name,
            modelYear: car.year,
            id: car.plate,
            segment: model.category,
            modelId: modelId({ make, model }),
            maintenance: maintenancesOf(reference, companyId, { make, model }).length > 0,
          })),
        };
      },
    },
  ],
});
