import { existsSync } from "node:fs";
import { readDeclared } from "../../config/declared.ts";
import { loadReference, type Reference } from "../../reference/reference.ts";
import { embeddedNames } from "./names.ts";

/**
 * The reference data of the settings. A site whose definitions name no service of this program needs none: then the folder
 * may be left out.
 */
export async function referenceNeeded(config: {
  referenceDir: string;
  definitionsDir: string;
}): Promise<Reference | undefined> {
  const names: readonly string[] = embeddedNames;
  const { services } = readDeclared(config.definitionsDir, names);
  const isNeeded = services.some(({ name }) => names.includes(name));
  if (!isNeeded && !existsSync(config.referenceDir)) return undefined;
  return await loadReference(config.referenceDir);
}
