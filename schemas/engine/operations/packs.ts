import { countries } from "./countries/countries.ts";
import { dealers } from "./dealers/dealers.ts";
import type { OperationPack } from "./common/operation.ts";

export const packs: OperationPack[] = [
  // One line for each folder.
  countries,
  dealers,
];
