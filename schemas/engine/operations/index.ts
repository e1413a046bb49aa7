import { ageInYears, dateIsValid } from "./date.ts";
import { phoneIsValid } from "./phone.ts";
import { plateIsValid } from "./plate.ts";
import { rucIsValid } from "./ruc.ts";
import { rutIsValid } from "./rut.ts";

/** The way out for rules that are too hard for JSON Logic: pure, typed, tested, listed in `docs/operations.md`. */
export interface Operation {
  /** How many arguments it takes. */
  arguments: number;
  /** Says in Spanish, for authors, what it tells. */
  says: string;
  evaluate(...values: unknown[]): unknown;
}

export const operations: Record<string, Operation> = {
  "rut.isValid": {
    arguments: 1,
    says: "Si el texto es un RUT desde 100.000 con su dígito verificador correcto.",
    evaluate: rutIsValid,
  },
  "phone.isValid": {
    arguments: 2,
    says: "Si el texto es un número de teléfono del país (segundo argumento), sin el código del país.",
    evaluate: phoneIsValid,
  },
  "ruc.isValid": {
    arguments: 1,
    says: "Si el texto es un RUC de 11 dígitos con su dígito verificador correcto.",
    evaluate: rucIsValid,
  },
  "plate.isValid": {
    arguments: 2,
    says: "Si el texto es una patente o placa que da el país (segundo argumento).",
    evaluate: plateIsValid,
  },
  "date.isValid": {
    arguments: 1,
    says: "Si el texto es un día que existe.",
    evaluate: dateIsValid,
  },
  "date.ageInYears": {
    arguments: 2,
    says: "Los años cumplidos entre un nacimiento y un día (segundo argumento).",
    evaluate: ageInYears,
  },
};
