/** Who calls a service of dealers: the company of a brand, which its calls name in a header. */
import type { ServiceBrand, ServiceCaller } from "../../services/embedded/service.ts";

/** The company of a brand; none where its facts say none. */
export function companyOf({ facts }: Pick<ServiceBrand, "facts">): number | undefined {
  const { companyId } = facts;
  return Number.isSafeInteger(companyId) ? (companyId as number) : undefined;
}

export const caller: ServiceCaller = {
  header: "companyId",
  description: "La empresa de la marca que llama.",
  schema: { type: "integer" },
  of: (brand) => companyOf(brand)?.toString(),
};
