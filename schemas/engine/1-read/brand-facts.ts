/** What of a brand's file is read here. */
interface BrandWithFacts {
  facts?: Record<string, unknown> | undefined;
  site?: { whatsapp?: string | undefined } | undefined;
}

/** What rules and texts read as `brand.<fact>`: what the brand's file says as facts, and what else there is of it. */
export const brandFacts = (code: string, { facts, site }: BrandWithFacts): Record<string, unknown> => ({
  ...facts,
  code,
  // Written once, as people read it; an address of a chat has its digits alone. Empty where there is no such number.
  whatsapp: (site?.whatsapp ?? "").replace(/\D/g, ""),
});

/** Facts of every brand that its file does not write as facts. */
export const derivedFacts = ["code", "whatsapp"];
