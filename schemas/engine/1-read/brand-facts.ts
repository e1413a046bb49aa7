import type { WrittenBrandFile } from "../types/index.ts";

/** What rules and texts read as `brand.<fact>`: what the brand's file says as facts, and what else there is of it. */
export const brandFacts = (
  code: string,
  { facts, site }: Pick<WrittenBrandFile, "facts" | "site">,
): Record<string, unknown> => ({
  ...facts,
  code,
  // Written once, as people read it; an address of a chat has its digits alone. Empty where there is no such number.
  whatsapp: (site?.whatsapp ?? "").replace(/\D/g, ""),
});

/** Facts of every brand that its file does not write as facts. */
export const derivedFacts = ["code", "whatsapp"];
