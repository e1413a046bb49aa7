/** The catalogue, as far as it is the same for everyone: what kind of car a version is. */
import type { ListItem, Reference } from "../reference/types.ts";
import { vehicleByCode } from "../reference/vehicles.ts";
import {
  refusal,
  type ServiceRoutes,
  type ServiceAnswer,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { queryFault } from "./query.ts";

function car(reference: Reference, request: ServiceRequest): ServiceAnswer {
  const fault = queryFault(request, ["quiterId"]);
  if (fault) return fault;
  const { quiterId } = request.query;
  if (quiterId === undefined) return refusal(400, 'Falta "quiterId"');
  const country = String(request.brand.facts["country"]);
  const found = vehicleByCode(reference, country, quiterId);
  if (!found) return refusal(404, "No hay un auto con ese código");
  const { brand, model, version } = found;
  const category = reference.lists.categories.find(({ slug }) => slug === model.category) as ListItem;
  return {
    status: 200,
    body: {
      carId: version.code,
      detailModel: version.name,
      carBrandType: { value: brand.name, slug: brand.slug },
      carModelType: { value: model.name, slug: model.slug },
      carCategoryType: category,
    },
  };
}

export const catalog = (reference: Reference): ServiceRoutes => ({
  service: "catalog",
  routes: [{ method: "GET", path: "/catalog/api/car", handle: async (request) => car(reference, request) }],
});
