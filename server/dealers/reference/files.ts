/** Reads reference files and checks each against its schema. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import usedCars from "./schemas/used-cars.schema.json" with { type: "json" };
import branchOffices from "./schemas/branch-offices.schema.json" with { type: "json" };
import chile from "./schemas/chile-regions-communes.schema.json" with { type: "json" };
import peru from "./schemas/peru-ubigeo-inei.schema.json" with { type: "json" };
import plates from "./schemas/plates.schema.json" with { type: "json" };
import publicHolidays from "./schemas/public-holidays.schema.json" with { type: "json" };
import vehicleBrand from "./schemas/vehicle-brand.schema.json" with { type: "json" };
import vehicleLists from "./schemas/vehicle-lists.schema.json" with { type: "json" };
import { firstFault, placeOf, schemaProblem, type Path, type ReferenceProblem } from "./problems.ts";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTuples: false });
formats.default(ajv);

const schemas = {
  "used-cars": usedCars,
  "branch-offices": branchOffices,
  "chile-regions-communes": chile,
  "peru-ubigeo-inei": peru,
  plates,
  "public-holidays": publicHolidays,
  "vehicle-brand": vehicleBrand,
  "vehicle-lists": vehicleLists,
};
export type SchemaName = keyof typeof schemas;

const compiled = new Map<SchemaName, ValidateFunction>();
function validatorOf(name: SchemaName): ValidateFunction {
  let validate = compiled.get(name);
  if (!validate) compiled.set(name, (validate = ajv.compile(schemas[name])));
  return validate;
}

/** A file that fits its schema. */
export interface ReferenceFile<Data> {
  data: Data;
  /** Says that something in it is wrong: its path in the data, and what in Spanish. */
  refuse: (path: Path, says: string) => void;
}

/** Reads files of one folder; what is wrong is collected in `problems`. */
export function fileReader(folder: string, problems: ReferenceProblem[]) {
  const refuseFile = (file: string, says: string, at?: [number, number]): undefined =>
    void problems.push({ file, ...(at ? { at } : {}), says });

  async function read<Data>(file: string, schema: SchemaName): Promise<ReferenceFile<Data> | undefined> {
    let text: string;
    try {
      text = await readFile(join(folder, file), "utf8");
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
      return refuseFile(file, missing ? "Falta este archivo." : "Este archivo no se puede leer.");
    }
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      return refuseFile(file, "No es JSON válido desde aquí.", firstFault(text));
    }
    const validate = validatorOf(schema);
    if (!validate(data)) {
      problems.push(...(validate.errors ?? []).map((error) => schemaProblem(file, text, error)));
      return undefined;
    }
    return {
      data: data as Data,
      refuse: (path, says) => refuseFile(file, says, placeOf(text, path)),
    };
  }

  /** The JSON files of a folder, by name. */
  async function readAll<Data>(under: string, schema: SchemaName): Promise<ReferenceFile<Data>[]> {
    let names: string[];
    try {
      names = (await readdir(join(folder, under))).filter((name) => name.endsWith(".json")).toSorted();
    } catch {
      names = [];
    }
    if (names.length === 0) refuseFile(`${under}/`, "Esta carpeta falta o no tiene archivos .json.");
    const files = await Promise.all(names.map((name) => read<Data>(`${under}/${name}`, schema)));
    return files.filter((file) => file !== undefined);
  }

  return { read, readAll };
}
