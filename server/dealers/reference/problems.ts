/** What is wrong with reference data, and where. */
import type { ErrorObject } from "ajv";
import { findNodeAtLocation, parseTree, type ParseError } from "jsonc-parser";

export interface ReferenceProblem {
  /** Path from the folder. */
  file: string;
  /** Line and column, beginning at 1; left out where the file itself is what is wrong. */
  at?: [line: number, column: number];
  /** In Spanish. */
  says: string;
}

/** All that is wrong with a folder of reference data. */
export class ReferenceDataError extends Error {
  readonly problems: ReferenceProblem[];
  constructor(folder: string, problems: ReferenceProblem[]) {
    const sorted = problems.toSorted(
      (a, b) => a.file.localeCompare(b.file) || (a.at?.[0] ?? 0) - (b.at?.[0] ?? 0),
    );
    const lines = sorted.map(({ file, at, says }) => `  ${[file, ...(at ?? [])].join(":")}  ${says}`);
    const head = `Datos de referencia no válidos en ${folder} / Invalid reference data`;
    super([head, ...lines.slice(0, maxLines), ...more(lines.length)].join("\n"));
    this.name = "ReferenceDataError";
    this.problems = sorted;
  }
}

const maxLines = 20;
const more = (count: number): string[] =>
  count > maxLines ? [`  … y ${count - maxLines} más / and ${count - maxLines} more`] : [];

export type Path = (string | number)[];

/** Where in a JSON text something stands; the nearest that there is around it. */
export function placeOf(text: string, path: Path): [line: number, column: number] {
  const root = parseTree(text);
  let node;
  for (let length = path.length; root && !node && length >= 0; length -= 1) {
    node = findNodeAtLocation(root, path.slice(0, length));
  }
  return lineAndColumn(text, node?.offset ?? 0);
}

/** Where a text that is no JSON is so first. */
export function firstFault(text: string): [line: number, column: number] {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return lineAndColumn(text, errors[0]?.offset ?? 0);
}

function lineAndColumn(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset).split("\n");
  return [before.length, before.at(-1)!.length + 1];
}

/** `companies[0].cities[2].region`. */
const shown = (path: Path): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("") ||
  "El archivo";

const kinds: Record<string, string> = {
  string: "un texto",
  number: "un número",
  integer: "un número entero",
  array: "una lista",
  object: "un objeto",
};

function sentence({ keyword, params }: ErrorObject): string {
  const { limit } = params as { limit?: number };
  switch (keyword) {
    case "required":
      return `no tiene "${params["missingProperty"]}"`;
    case "additionalProperties":
      return `tiene "${params["additionalProperty"]}", que no se conoce`;
    case "propertyNames":
      return `tiene "${params["propertyName"]}", que no es un código de país o moneda`;
    case "type":
      return `debe ser ${kinds[params["type"] as string] ?? String(params["type"])}`;
    case "minLength":
    case "minProperties":
      return "no puede estar vacío";
    case "minItems":
      return `debe tener ${limit} o más elementos`;
    case "maxItems":
      return `debe tener ${limit} elementos o menos`;
    case "minimum":
      return `debe ser ${limit} o más`;
    case "maximum":
      return `debe ser ${limit} o menos`;
    case "uniqueItems":
      return "tiene elementos repetidos";
    case "format":
      return 'debe ser una fecha que existe, como "2026-12-31"';
    case "pattern":
      return `no tiene la forma ${params["pattern"]}`;
    default:
      return `no es válido (${keyword})`;
  }
}

/** What a schema's error says, in words, with its place. */
export function schemaProblem(file: string, text: string, error: ErrorObject): ReferenceProblem {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key) => (/^[0-9]+$/.test(key) ? Number(key) : key));
  return { file, at: placeOf(text, path), says: `${shown(path)} ${sentence(error)}.` };
}
