/** The backend of car dealers: their services, and the reference data that these answer with. */
import { existsSync } from "node:fs";
import { readDeclared } from "../config/declared.ts";
import type { EmbeddedBackend } from "../services/embedded/service.ts";
import { loadReference } from "./reference/reference.ts";
import { dealerServices } from "./services/index.ts";
import { dealerServiceNames } from "./services/names.ts";

export const dealers: EmbeddedBackend = {
  names: dealerServiceNames,
  open: async ({ definitionsDir, referenceDir }) => {
    // Reading all definitions takes longer than reading the data.
    if (!existsSync(referenceDir) && !isNeeded(definitionsDir)) return undefined;
    return dealerServices(await loadReference(referenceDir), referenceDir);
  },
};

const isNeeded = (definitionsDir: string): boolean =>
  readDeclared(definitionsDir, dealerServiceNames).services.some(({ name }) =>
    (dealerServiceNames as readonly string[]).includes(name),
  );
