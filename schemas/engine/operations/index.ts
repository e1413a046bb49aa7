import { phoneIsValid } from "./phone.ts";
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
};
