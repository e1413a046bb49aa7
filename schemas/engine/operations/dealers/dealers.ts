/** What rules and fields of car dealers ask for. */
import type { OperationPack } from "../common/operation.ts";
import { without } from "../common/text-format.ts";
import { maintenancesAround } from "./maintenances.ts";
import { plateIsValid } from "./plate.ts";

export const dealers: OperationPack = {
  operations: {
    "plate.isValid": plateIsValid,
    "maintenance.around": maintenancesAround,
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
