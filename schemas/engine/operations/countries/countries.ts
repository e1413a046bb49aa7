/** What rules and fields of single countries ask for: the numbers that Chile and Peru give to people and companies. */
import type { OperationPack } from "../common/operation.ts";
import { rucIsValid } from "./ruc.ts";
import { bareRut, readRut, rutIsValid, showRut } from "./rut.ts";

export const countries: OperationPack = {
  operations: {
    "rut.isValid": rutIsValid,
    "ruc.isValid": rucIsValid,
  },
  formats: {
    rut: () => ({ read: readRut, show: showRut, bare: bareRut, keys: /[0-9kK.\s-]/, length: 9 }),
  },
};
