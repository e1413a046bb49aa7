/** What the maintenances of a model cost. */
import { maintenancesOf, modelById } from "../booking/vehicles.ts";
import type { Reference } from "../reference/types.ts";
import { refusal, type ServiceRoutes } from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";
import { queryFault } from "./query.ts";

export const mpp = (reference: Reference): ServiceRoutes => ({
  service: "mpp",
  routes: [
    {
      method: "GET",
      path: "/mpp/find",
      handle: async (request) => {
        const fault = queryFault(request, ["modelCode", "mileages"]);
        if (fault) return fault;
        const { modelCode, mileages } = request.query;
        if (modelCode === undefined) return refusal(400, 'Falta "modelCode"');
        const model = modelById(reference, modelCode);
        const all = model ? maintenancesOf(reference, companyOf(request.brand), model) : [];
        const asked = mileages === undefined ? undefined : new Set(mileages.split(",").map(Number));
        const found = all.filter(({ mileage }) => asked?.has(mileage) ?? true);
        return { status: 200, body: found.map(({ mileage, price, hours }) => ({ mileage, price, hours })) };
      },
    },
  ],
});
