import type { ServiceBrand } from "./service.ts";

/** A text among a brand's facts. @throws {Error} where it is missing: the brand is not ready for the service. */
export function fact(brand: ServiceBrand, path: [string, ...string[]]): string {
  let value: unknown = brand.facts;
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`Brand ${brand.code} has no fact ${path.join(".")}`);
}
