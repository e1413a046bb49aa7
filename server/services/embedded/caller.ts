/** Who calls an embedded service: the company of a brand, which its calls name in a header. */
import type { ServiceBrand } from "./service.ts";

export const callerHeader = {
  name: "companyId",
  in: "header",
  required: true,
  description: "La empresa de la marca que llama.",
  schema: { type: "integer" },
} as const;

/** The company of a brand; none where its facts say none. */
export function companyOf({ facts }: Pick<ServiceBrand, "facts">): number | undefined {
  const { companyId } = facts;
  return Number.isSafeInteger(companyId) ? (companyId as number) : undefined;
}
