import type {
  Project,
  Screen,
  ScreenBlock,
  CallDefinition,
  ValueSchema,
  QueryDefinitions,
} from "./project.ts";
import { asObject, asText, isObject } from "../report/values.ts";

/** A call by its name, `service.call`, if it is there. */
export const callNamed = (project: Project, name: string | undefined): CallDefinition | undefined => {
  const [service = "", call = ""] = String(name).split(".");
  const calls = project.services.get(service)?.value.calls ?? {};
  return Object.hasOwn(calls, call) ? (calls[call] ?? {}) : undefined;
};

/** What a call's value holds, as far as the schema of its answer says it. One that is worked out says nothing. */
export function valueSchema({ value, answer }: CallDefinition): ValueSchema | undefined {
  const path = asText(asObject(value)["var"]);
  if (path === undefined || (path !== "answer" && !path.startsWith("answer."))) return undefined;
  let schema = answer ?? {};
  for (const key of path.split(".").slice(1)) schema = schema.properties?.[key] ?? {};
  return "type" in schema ? schema : undefined;
}

/** What a path reads of a call's value: its schema, or the key that there is not, with those that there are. */
export type ValuePart = { schema: ValueSchema } | { missing: string; known: string[]; at: string[] };

/** Undefined where nobody knows what the value holds there. */
export function valuePart(call: CallDefinition, path: readonly string[]): ValuePart | undefined {
  const schema = valueSchema(call);
  return schema && partOfSchema(schema, path);
}

/** What a path reads of what a schema describes; undefined where nobody knows. */
export function partOfSchema(whole: ValueSchema, path: readonly string[]): ValuePart | undefined {
  let schema: ValueSchema | undefined = whole;
  for (const [index, key] of path.entries()) {
    if (!schema) return undefined;
    const { type, properties, items, additionalProperties }: ValueSchema = schema;
    if (type === "array" && /^\d+$/.test(key)) schema = isObject(items) ? items : undefined;
    else if ((type === "object" || type === undefined) && isObject(properties)) {
      const isOpen = additionalProperties !== undefined && additionalProperties;
      if (Object.hasOwn(properties, key)) schema = properties[key] ?? {};
      else if (isOpen) return undefined;
      else return { missing: key, known: Object.keys(properties), at: path.slice(0, index) };
    } else return undefined;
  }
  return schema && "type" in schema ? { schema } : undefined;
}

/** What a path reads of what a query gave, where that is known. */
export function valueOfQueryPath(
  project: Project,
  queries: QueryDefinitions | undefined,
  path: string,
): ValueSchema | undefined {
  const [, query = "", part, ...inner] = path.split(".");
  const call = callNamed(project, queries?.[query]?.call);
  const found = part === "value" && call ? valuePart(call, inner) : undefined;
  return found && "schema" in found ? found.schema : undefined;
}

/** The type of JSON that a path reads of what a query gave, where that is known. */
export const typeOfQueryPath = (
  project: Project,
  queries: QueryDefinitions | undefined,
  path: string,
): string | undefined =>
  path.split(".")[2] === "status" ? "string" : valueOfQueryPath(project, queries, path)?.type;

/** Types that a text can show. */
const shown: ReadonlySet<unknown> = new Set(["boolean", "integer", "number", "string"]);

/** The columns of a row that words can name: values, and those of objects within. A list of texts is read with commas. */
export function columnsOf(row: ValueSchema): string[] {
  return Object.entries(row.properties ?? {}).flatMap(([key, one]) => {
    const { type, items } = one;
    if (shown.has(type) || (type === "array" && shown.has(items?.type))) return [key];
    return type === "object" ? columnsOf(one).map((inner) => `${key}.${inner}`) : [];
  });
}

function listAt(call: CallDefinition, path: string): ValueSchema | undefined {
  const part = valuePart(call, path.split("."));
  return part && "schema" in part ? part.schema : undefined;
}

/** What a row of a block is, or the one thing that it shows; undefined where nobody knows which columns it has. */
export function rowOf(project: Project, screen: Screen, block: ScreenBlock): ValueSchema | undefined {
  const query = screen.value.data?.[block.data ?? ""] ?? {};
  const call = callNamed(project, query.call);
  const list = call && (block.rows === undefined ? valueSchema(call) : listAt(call, block.rows));
  const isOneThing = project.views.get(block.view ?? "")?.value.value?.type === "object";
  const row = isOneThing ? list : list && (list.items ?? {});
  return isObject(row?.properties) ? row : undefined;
}

/** The names by which words reach the columns of a row. */
export const namesOfRow = (row: ValueSchema): string[] => columnsOf(row).map((column) => `row.${column}`);

/** The names by which the words of a block reach the columns of its rows; undefined where nobody knows which there are. */
export function rowNames(project: Project, screen: Screen, block: ScreenBlock): string[] | undefined {
  const row = rowOf(project, screen, block);
  return row && namesOfRow(row);
}
