/** The cities whose workshops do something. */
import { workshopsFor } from "../booking/workshops.ts";
import type { Reference } from "../reference/types.ts";
import type { ServiceRoutes } from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";
import { queryFault } from "./query.ts";

export const customerBranchOffice = (reference: Reference): ServiceRoutes => ({
  service: "customerBranchOffice",
  routes: [
    {
      method: "GET",
      path: "/customer/api/branch-office/filter/city",
      handle: async (request) => {
        const fault = queryFault(request, ["service", "brand", "brandId", "category"]);
        if (fault) return fault;
        const { service, brand, brandId } = request.query;
        const places = workshopsFor(reference, companyOf(request.brand), {
          serviceId: service,
          brand,
          brandId,
        });
        const cities = new Set(places.map(({ city }) => city));
        const sorted = [...cities].toSorted((a, b) => a.localeCompare(b, "es"));
        return { status: 200, body: sorted.map((value) => ({ value })) };
      },
    },
  ],
});
