import type { UsePack } from "../common/use.ts";

/** What each of these operations and formats is for. */
export const dealers: UsePack = {
  operations: {
    "plate.isValid": {
      arguments: 2,
      says: "Si el texto es una patente o placa que da el país (segundo argumento).",
    },
    "maintenance.around": {
      arguments: 2,
      says: "Los tres kilometrajes de mantención más cercanos a uno (primer argumento) entre los de una lista (segundo argumento) o, sin ella, cada 10.000 km hasta 400.000.",
    },
  },
  formats: { plate: { types: ["text"], parameters: [] } },
};
