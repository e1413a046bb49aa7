/** Reads reference files and checks each against its schema. */
import { existsSync } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import usedCars from "./schemas/used-cars.schema.json" with { type: "json" };
import booking from "./schemas/booking.schema.json" with { type: "json" };
import branchOffices from "./schemas/branch-offices.schema.json" with { type: "json" };
import carPictures from "./schemas/car-pictures.schema.json" with { type: "json" };
import catalogue from "./schemas/catalogue.schema.json" with { type: "json" };
import chile from "./schemas/chile-regions-communes.schema.json" with { type: "json" };
import customers from "./schemas/customers.schema.json" with { type: "json" };
import financing from "./schemas/financing.schema.json" with { type: "json" };
import peru from "./schemas/peru-ubigeo-inei.schema.json" with { type: "json" };
import plates from "./schemas/plates.schema.json" with { type: "json" };
import publicHolidays from "./schemas/public-holidays.schema.json" with { type: "json" };
import stockCar from "./schemas/stock-car.schema.json" with { type: "json" };
import vehicleBrand from "./schemas/vehicle-brand.schema.json" with { type: "json" };
import vehicleLists from "./schemas/vehicle-lists.schema.json" with { type: "json" };
import { createTurns } from "./take-turns.ts";
import { firstFault, placeOf, schemaProblem, type Path, type ReferenceProblem } from "./problems.ts";

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  strictTuples: false,
  // They are the project's own: a test looks whether they are schemas, no start.
  meta: false,
  validateSchema: false,
  // To make them shorter takes longer than they run.
  code: { optimize: false },
});
formats.default(ajv);

const schemas = {
  "used-cars": usedCars,
  booking,
  "branch-offices": branchOffices,
  "car-pictures": carPictures,
  catalogue,
  "chile-regions-communes": chile,
  customers,
  financing,
  "peru-ubigeo-inei": peru,
  plates,
  "public-holidays": publicHolidays,
  "stock-car": stockCar,
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

/** A file with a row on each line, those that fit their schema. */
export interface LinesFile<Row> {
  /** Of the file, without its ending. */
  name: string;
  rows: { row: Row; line: number }[];
  refuse: (line: number, says: string) => void;
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

  /** The same, where the file may be missing. */
  async function readIfThere<Data>(
    file: string,
    schema: SchemaName,
  ): Promise<ReferenceFile<Data> | undefined> {
    return existsSync(join(folder, file)) ? await read<Data>(file, schema) : undefined;
  }

  /** The files of a folder with a row on each line, by name; none where there is no such folder. */
  async function readLines<Row>(under: string, schema: SchemaName): Promise<LinesFile<Row>[]> {
    const names = await readdir(join(folder, under)).catch(() => []);
    const validate = validatorOf(schema);
    const files = names.filter((name) => name.endsWith(".jsonl")).toSorted();
    const all: LinesFile<Row>[] = [];
    const turns = createTurns();
    for (const name of files) {
      const file = `${under}/${name}`;
      const refuse = (line: number, says: string): void => refuseFile(file, says, [line, 1]);
      const rows: { row: Row; line: number }[] = [];
      let line = 0;
      for await (const text of (await open(join(folder, file))).readLines()) {
        await turns();
        line += 1;
        if (text === "") continue;
        let row: unknown;
        try {
          row = JSON.parse(text);
        } catch {
          refuse(line, "No es JSON válido.");
          continue;
        }
        if (validate(row)) rows.push({ row: row as Row, line });
        else {
          const errors = validate.errors ?? [];
          problems.push(
            ...errors.map((error) => ({
              ...schemaProblem(file, text, error),
              at: [line, 1] as [number, number],
            })),
          );
        }
      }
      all.push({ name: name.slice(0, -".jsonl".length), rows, refuse });
    }
    return all;
  }

  return { read, readAll, readIfThere, readLines };
}
