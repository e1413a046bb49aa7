import type { UsePack } from "../common/use.ts";

/** What each of these operations and formats is for. */
export const countries: UsePack = {
  operations: {
    "rut.isValid": {
      arguments: 1,
      says: "Si el texto es un RUT desde 100.000 con su dígito verificador correcto.",
    },
    "ruc.isValid": {
      arguments: 1,
      says: "Si el texto es un RUC de 11 dígitos con su dígito verificador correcto.",
    },
  },
  formats: { rut: { types: ["text"], parameters: [] } },
};
