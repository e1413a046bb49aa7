import type { ValueType } from "../../types/index.ts";
import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";

const unfit: Partial<Record<ValueType, string>> = {
  list: "una lista",
  file: "un archivo",
  json: "un formulario entero",
};

/** Why an answer cannot stand in an address; undefined where it can. */
export const unfitForAddress = (project: Project, field: Field): string | undefined =>
  unfit[typeOf(project, field) ?? "text"];
