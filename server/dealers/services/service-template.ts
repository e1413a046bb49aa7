/** The services that can be booked, as content has them. */
import { bookingOf, serviceOf } from "../booking/workshops.ts";
import type { CompanyBooking } from "../reference/booking.ts";
import type { Reference } from "../reference/types.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";
import { queryFault } from "./query.ts";

const unknown = refusal(404, "No existe ese servicio");

export function serviceTemplate(reference: Reference): ServiceRoutes {
  const route = (
    path: string,
    known: string[],
    answer: (company: CompanyBooking | undefined, request: ServiceRequest) => ServiceAnswer,
  ): ServiceRoutes["routes"][number] => ({
    method: "GET",
    path: `/content/${path}`,
    handle: async (request) =>
      queryFault(request, known) ?? answer(bookingOf(reference, companyOf(request.brand)), request),
  });
  return {
    service: "serviceTemplate",
    routes: [
      route("service-templates", [], (company) => ({
        status: 200,
        body: (company?.services ?? []).map(({ serviceId, title, description, isMajorService }) => ({
          serviceId,
          title,
          description,
          isMajorService,
        })),
      })),
      route("service-template", ["serviceId"], (company, { query }) => {
        const found = serviceOf(company, query["serviceId"]);
        if (!found) return unknown;
        // What a workshop plans by is nobody else's.
        const { office: _office, ...template } = found;
        return { status: 200, body: template };
      }),
      route("service-template/additional-services", ["serviceId"], (company, { query }) => {
        const found = serviceOf(company, query["serviceId"]);
        return found ? { status: 200, body: found.additionalServices } : unknown;
      }),
    ],
  };
}
