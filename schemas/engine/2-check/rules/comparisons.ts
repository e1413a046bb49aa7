import type { ReadFile } from "../../1-read/read.ts";
import type { ValueType } from "../../types/index.ts";
import { dateIsValid } from "../../operations/date.ts";
import { fieldOfItem, type ItemScope } from "../variables/item-variables.ts";
import { nearest } from "../report/nearest.ts";
import { allOptionsOf, typeOf, type ChoiceOptions } from "../project/presets.ts";
import type { Field, Flow, Project, ValueSchema } from "../project/project.ts";
import type { RuleArgument } from "./rules.ts";
import { depthOf, valuesAt } from "../project/option-trees.ts";
import { factValues, optionNames, readVariable } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { asList, isObject } from "../report/values.ts";

/** The values that a choice can have in some brand; undefined when a service gives them. */
export function choiceValues(project: Project, flow: Flow, field: Field): string[] | undefined {
  const all = allOptionsOf(project, field).map((options) => valuesOf(project, flow, field, options));
  const known = all.flatMap((values) => values ?? []);
  return all.length === 0 || all.includes(undefined) ? undefined : [...new Set(known)];
}

function valuesOf(
  project: Project,
  flow: Flow,
  field: Field,
  { ids, list, tree: id }: ChoiceOptions,
): string[] | undefined {
  const written = Array.isArray(list) ? list.map(({ value }) => value) : ids;
  // What is no text is told where it is written, and nothing can be said of who compares with it.
  if (Array.isArray(written)) return written.every((one) => typeof one === "string") ? written : undefined;
  const tree = flow.trees.get(String(id));
  if (!tree || project.report.isInvalid(tree.file)) return undefined;
  const depth = depthOf(flow, field);
  return depth === undefined ? undefined : valuesAt(tree, depth);
}

/** What a variable can be: one of some values, or anything of a form; and how people are told. */
type Possible =
  | { values: unknown[] }
  | { like: "text" | "number" | "date" | "time"; words: string }
  | { never: string };

const likes: Partial<Record<ValueType, Possible>> = {
  text: { like: "text", words: "un texto" },
  number: { like: "number", words: "un número" },
  money: { like: "number", words: "un número" },
  date: { like: "date", words: "un día como 2026-11-21" },
  time: { like: "time", words: "una hora como 09:30" },
  boolean: { values: [true, false] },
  choices: { never: "una lista de opciones" },
  list: { never: "una lista de filas" },
  group: { never: "un grupo de respuestas" },
  file: { never: "un archivo" },
};

const forms = { date: dateIsValid, time: (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) };

/** What a path can be, for people and for comparing; undefined when that is not known. */
function possible(
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
  const read = readingAt(project, scope, item, path);
  if (read && "schema" in read) return possibleOf(read.schema);
  const field = read?.field;
  if (!field || !scope.flow || project.report.isInvalid(field.file, field.at)) return undefined;
  const type = typeOf(project, field);
  if (type !== "choice") return type && likes[type];
  const values = choiceValues(project, scope.flow, field);
  return values && { values };
}

/** What a path reads that can be compared: an answer, or a value that a schema describes. */
function readingAt(
  project: Project,
  scope: Scope,
  item: ItemScope | undefined,
  path: string,
): { field: Field | undefined } | { schema: ValueSchema } | undefined {
  if (item) return { field: fieldOfItem(scope, item, path) };
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
function possibleOf({ type, enum: among }: ValueSchema): Possible | undefined {
  if (among) return { values: among };
  if (type === "array" || type === "object") return { never: jsonTypeInWords(type) };
  if (type === "boolean") return likes.boolean;
  return type === "string" ? likes.text : type === "null" || type === undefined ? undefined : likes.number;
}

const pathOf = (argument: unknown): string | undefined => {
  const name = isObject(argument) ? [argument["var"]].flat()[0] : undefined;
  return typeof name === "string" ? name : undefined;
};

const isLiteral = (value: unknown): boolean => typeof value !== "object" && value !== undefined;

/** By type alone: `==` takes a text and a number for equal, `===` and `in` do not. */
const couldEqual = (one: unknown, other: unknown, operator: string): boolean =>
  typeof one === "boolean" || typeof other === "boolean"
    ? one === other
    : typeof one === typeof other || operator === "==";

function couldHold(can: Possible, value: unknown, operator: string): boolean {
  if ("never" in can) return false;
  if ("values" in can) {
    return can.values.some(
      (one) =>
        couldEqual(one, value, operator) && (typeof one === "boolean" || String(one) === String(value)),
    );
  }
  const { like } = can;
  const sample = like === "number" ? 0 : "";
  if (!couldEqual(sample, value, operator)) return false;
  if (like === "number") return Number.isFinite(Number(value));
  return like === "text" || forms[like](String(value));
}

const orderings = new Set(["<", "<=", ">", ">="]);

/** A number or a text stands in an order with what is like it; whatever is no value in an order, with nothing. */
function couldBeOrdered(can: Possible, value: unknown): boolean {
  if ("never" in can) return false;
  if ("values" in can || can.like === "text") return true;
  if (can.like === "number") return Number.isFinite(Number(value));
  return typeof value === "string" && forms[can.like](value);
}

type Pair = {
  variable: RuleArgument;
  literal: RuleArgument;
  holds: (can: Possible, value: unknown) => boolean;
};

function pairsOf(operator: string, parts: RuleArgument[]): Pair[] {
  const [left, right] = parts;
  if (!left || !right) return [];
  if (operator === "==" || operator === "===") {
    const holds = (can: Possible, value: unknown): boolean => couldHold(can, value, operator);
    return [
      { variable: left, literal: right, holds },
      { variable: right, literal: left, holds },
    ];
  }
  if (operator === "in") {
    const items = asList(right.value).map((value, index) => ({ value, at: [...right.at, index] }));
    const holds = (can: Possible, value: unknown): boolean => couldHold(can, value, operator);
    return items.map((literal) => ({ variable: left, literal, holds }));
  }
  if (!orderings.has(operator)) return [];
  return parts.flatMap((variable) =>
    parts.flatMap((literal) => (literal === variable ? [] : [{ variable, literal, holds: couldBeOrdered }])),
  );
}

/** Points at comparisons with a value that an answer, a yes-or-no or a fact can never have. */
export function neverHolds(
  project: Project,
  file: ReadFile,
  scope: Scope,
  operator: string,
  parts: RuleArgument[],
  item?: ItemScope,
): void {
  if (operator === "in") neverChosen(project, file, scope, parts, item);
  for (const { variable, literal, holds } of pairsOf(operator, parts)) {
    const path = pathOf(variable.value);
    const { value } = literal;
    if (path === undefined || !isLiteral(value) || value === null || value === "") continue;
    const can = possible(project, scope, item, path);
    if (can === undefined || holds(can, value)) continue;
    tell(project, file, literal, path, can);
  }
}

/** `in` with a literal first: an option that a choice of several does not have. */
function neverChosen(
  project: Project,
  file: ReadFile,
  scope: Scope,
  [literal, variable]: RuleArgument[],
  item: ItemScope | undefined,
): void {
  const path = pathOf(variable?.value);
  if (!literal || path === undefined || !isLiteral(literal.value)) return;
  const read = readingAt(project, scope, item, path);
  const field = read && "field" in read ? read.field : undefined;
  if (!field || !scope.flow || typeOf(project, field) !== "choices") return;
  if (project.report.isInvalid(field.file, field.at)) return;
  const values = choiceValues(project, scope.flow, field);
  if (values && !values.includes(String(literal.value))) tell(project, file, literal, path, { values });
}

function tell(project: Project, file: ReadFile, literal: RuleArgument, path: string, can: Possible): void {
  const { value } = literal;
  const allowed =
    "values" in can
      ? [...new Set(can.values.map((one) => JSON.stringify(one)))].join(", ")
      : "never" in can
        ? can.never
        : can.words;
  const suggestion =
    "values" in can && typeof value === "string" ? nearest(value, can.values.map(String)) : undefined;
  const values = { path, value: JSON.stringify(value), allowed };
  project.report.add(file, literal.at, "never-true", values, { suggestion });
}
