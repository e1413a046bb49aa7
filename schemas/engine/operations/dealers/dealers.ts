/** What rules and fields of car dealers ask for. */
import type { OperationPack } from "../common/operation.ts";
import { without } from "../common/text-format.ts";
import { maintenancesAround } from "./maintenances.ts";
import { plateIsValid } from "./plate.ts";

export const dealers: OperationPack = {
  operations: {
    "plate.isValid": {
      arguments: 2,
      says: "Si el texto es una patente o placa que da el país (segundo argumento).",
      evaluate: plateIsValid,
    },
    "maintenance.around": {
      arguments: 2,
      says: "Los tres kilometrajes de mantención más cercanos a uno (primer argumento) entre los de una lista (segundo argumento) o, sin ella, cada 10.000 km hasta 400.000.",
      evaluate: maintenancesAround,
    },
  },
  formats: {
    /** Capital letters and digits. */
    plate: () => ({
      read: (typed) => without(/[\s.·•-]/g, /^[A-Z0-9]*$/)(typed.toUpperCase()),
      keys: /[A-Za-z0-9\s.-]/,
      length: 6,
    }),
  },
};
