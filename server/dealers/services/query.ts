/** Checks queries of services that only answer. */
import { refusal, type ServiceAnswer, type ServiceRequest } from "../../services/embedded/service.ts";
import { companyOf } from "../requests/caller.ts";

/** The refusal of a query that has something else than these names or another company; undefined where it is fine. */
export function queryFault({ brand, query }: ServiceRequest, known: string[]): ServiceAnswer | undefined {
  const unknown = Object.keys(query).find((name) => name !== "companyId" && !known.includes(name));
  if (unknown !== undefined) return refusal(400, `${JSON.stringify(unknown.slice(0, 40))} no se conoce`);
  if (query["companyId"] !== undefined && query["companyId"] !== String(companyOf(brand))) {
    return refusal(400, "companyId de la consulta y de la cabecera no son el mismo");
  }
  return undefined;
}
