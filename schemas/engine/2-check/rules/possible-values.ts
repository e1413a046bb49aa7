/** What a variable of a rule can be, as far as definitions say it. */
import { yesOrNoOperators } from "../../4-evaluate/rules.ts";
import { operationUses } from "../../operations/uses.ts";
import type { ValueType } from "../../types/index.ts";
import { schemasOfField, typeOf } from "../project/presets.ts";
import type { Field, Project, ValueSchema } from "../project/project.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { isObject } from "../report/values.ts";
import { fieldOfItem, type ItemScope } from "../variables/item-variables.ts";
import type { Scope } from "../variables/scope.ts";
import { factValues, optionNames, readVariable } from "../variables/variables.ts";
import { choiceValues } from "./choice-values.ts";

/** What a variable can be: one of some values, or anything of a form; and how people are told. */
export type Possible =
  | { values: readonly unknown[] }
  | { like: "text" | "date" | "time"; words: string }
  | { like: "number"; words: string; least: number; most: number }
  | { never: string };

const numbers = (least = -Infinity, most = Infinity): Possible => {
  const from = least === -Infinity ? "" : ` desde ${least}`;
  const to = most === Infinity ? "" : ` hasta ${most}`;
  return { like: "number", words: `un número${from}${to}`, least, most };
};

const likes: Partial<Record<ValueType, Possible>> = {
  text: { like: "text", words: "un texto" },
  number: numbers(),
  money: numbers(),
  date: { like: "date", words: "un día como 2026-11-21" },
  time: { like: "time", words: "una hora como 09:30" },
  boolean: { values: [true, false] },
  choices: { never: "una lista de opciones" },
  list: { never: "una lista de filas" },
  group: { never: "un grupo de respuestas" },
  file: { never: "un archivo" },
};

/** The path that a rule reads, where that is all that it does. */
export const pathOf = (rule: unknown): string | undefined => {
  const name = isObject(rule) ? [rule["var"]].flat()[0] : undefined;
  return typeof name === "string" ? name : undefined;
};

/** What a part of a rule can be, with what people are told that it is; undefined where that is not known. */
export function possible(
  project: Project,
  scope: Scope,
  item: ItemScope | undefined,
  rule: unknown,
): { name: string; can: Possible } | undefined {
  const name = pathOf(rule) ?? (isObject(rule) ? Object.keys(rule)[0] : undefined);
  if (name === undefined) return undefined;
  const can = pathOf(rule) === undefined ? possibleOfOperator(name) : possibleAt(project, scope, item, name);
  return can && { name, can };
}

function possibleOfOperator(operator: string): Possible | undefined {
  if (yesOrNoOperators.has(operator)) return likes.boolean;
  const gives = Object.hasOwn(operationUses, operator) ? operationUses[operator]!.gives : undefined;
  return gives && { values: gives };
}

function possibleAt(
  project: Project,
  scope: Scope,
  item: ItemScope | undefined,
  path: string,
): Possible | undefined {
  if (!item && path.startsWith("brand.")) {
    const known = [...factValues(scope.brands, path.slice("brand.".length)).values()];
    return known.length > 0 && !project.hasUnresolvedBrands ? { values: known } : undefined;
  }
  if (!item && scope.option && optionNames.includes(path)) {
    const { values } = scope.option;
    return path === "option.value" && values ? { values } : likes.text;
  }
  if (!item && path === "today") return likes.date;
  if (!item && path === "value" && typeof scope.value === "string") return likes[scope.value];
  const read = readingAt(project, scope, item, path);
  if (read && "schema" in read) return possibleOf(read.schema);
  return read?.field && possibleAnswer(project, scope, read.field);
}

function possibleAnswer(project: Project, { flow }: Scope, field: Field): Possible | undefined {
  if (project.report.isInvalid(field.file, field.at)) return undefined;
  const type = typeOf(project, field);
  if (type === "number" || type === "money") return numbers(...boundsOf(project, field));
  if (type !== "choice") return type && likes[type];
  const values = flow && choiceValues(project, flow, field);
  return values && { values };
}

/** Between what an answer that is a number lies, in any variant; what is worked out may lie anywhere. */
function boundsOf(project: Project, { value }: Field): [least?: number, most?: number] {
  if (value.computed !== undefined) return [];
  const all = schemasOfField(project, { value });
  const bound = (one: unknown, otherwise: number): number => (typeof one === "number" ? one : otherwise);
  return [
    Math.min(...all.map(({ minimum }) => bound(minimum, -Infinity))),
    Math.max(...all.map(({ maximum }) => bound(maximum, Infinity))),
  ];
}

/** What a path reads that can be compared: an answer, or a value that a schema describes. */
export function readingAt(
  project: Project,
  scope: Scope,
  item: ItemScope | undefined,
  path: string,
): { field: Field | undefined } | { schema: ValueSchema } | undefined {
  if (item) return { field: fieldOfItem(scope, item, path) };
  if (path === "value" && typeof scope.value === "object") return { field: scope.value };
  const reading = readVariable(project, scope, path);
  if ("given" in reading) {
    const full = pathOf(reading.given);
    return full === undefined ? undefined : { field: scope.flow?.fields.get(full) };
  }
  if ("schema" in reading) return { schema: reading.schema! };
  // What stands within an answer is not known here.
  const { field } = "field" in reading ? reading : { field: undefined };
  return field?.path.endsWith(path.slice(path.indexOf(".") + 1)) ? { field } : undefined;
}

/** What a value can be that a schema describes. */
function possibleOf({ type, enum: among, minimum, maximum }: ValueSchema): Possible | undefined {
  if (among) return { values: among };
  if (type === "array" || type === "object") return { never: jsonTypeInWords(type) };
  if (type === "boolean") return likes.boolean;
  if (type === "number" || type === "integer") return numbers(minimum, maximum);
  return type === "string" ? likes.text : undefined;
}
