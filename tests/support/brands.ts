/** The project's brands, and what they are called. */
export const brandNames = {
  SI: "Salazar Israel",
  CO: "Cosecha",
  PO: "Portillo",
  SM: "Servimaq",
  CL: "Clicar",
  WI: "Wigo Motors",
};

export type BrandCode = keyof typeof brandNames;

export const brandCodes = Object.keys(brandNames) as BrandCode[];
