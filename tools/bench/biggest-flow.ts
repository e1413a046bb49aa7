import { brandsOf, compileBrand, type CompiledFlow, type ReadFile } from "../../schemas/engine/all.ts";
import { mounted } from "../../tests/support/definitions.ts";

/** The flow of the project that has the most fields, with a brand that can be asked it and files that show it there. */
export interface BiggestFlow {
  brand: string;
  flow: string;
  fields: number;
  files: Record<string, ReadFile>;
}

/** Compiles one flow of one brand. @throws {Error} where the definitions have mistakes. */
export const compiledFlow = ({ files, brand, flow }: Omit<BiggestFlow, "fields">): CompiledFlow =>
  compileBrand(files, brand).public.flows[flow]!;

/** Looks at every flow for every brand, whether a page shows it there or not. Undefined where none can be compiled. */
export function biggestFlow(files: Record<string, ReadFile>): BiggestFlow | undefined {
  const flows = Object.keys(files).flatMap(
    (path) => /^schemas\/flows\/([^/]+)\/flow\.json$/.exec(path)?.[1] ?? [],
  );
  const all = flows.flatMap((flow) =>
    brandsOf(files).flatMap((brand): BiggestFlow[] => {
      const shown = mounted(files, brand, flow);
      try {
        const compiled = compiledFlow({ files: shown, brand, flow });
        return [{ brand, flow, fields: Object.keys(compiled.fields).length, files: shown }];
      } catch {
        // A flow that is being written, or that has no kinds for the brand's country.
        return [];
      }
    }),
  );
  return all.toSorted((one, other) => other.fields - one.fields)[0];
}
