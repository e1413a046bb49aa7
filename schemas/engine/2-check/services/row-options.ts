import type { JsonPath } from "../../1-read/locate.ts";
import { isRowKey } from "../../3-compile/calls.ts";
import { nearest } from "../report/nearest.ts";
import { checkWords, namesIn } from "../wording/placeholders.ts";
import type { Project, Service, CallDefinition, ValueSchema } from "../project/project.ts";
import { checkRule } from "../rules/rules.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import type { Scope } from "../variables/scope.ts";
import { asText, isObject } from "../report/values.ts";

interface Call {
  /** `service.call`. */
  name: string;
  value: CallDefinition;
  at: JsonPath;
  scope: Scope;
}

/** Checks how the answer of a call becomes options: where its rows are, and what is read of each. */
export function checkRowOptions(project: Project, service: Service, { name, value, at, scope }: Call): void {
  const options = value.options ?? {};
  const place = [...at, "options"];
  const { report } = project;
  const { file } = service;
  if (options.rows !== undefined) {
    checkRule(project, file, options.rows, [...place, "rows"], {
      ...scope,
      answer: { call: name, schema: value.answer ?? {} },
    });
  }
  const schema = rowsSchema(value);
  const type = schema?.type;
  if (type !== undefined && type !== "array") {
    const where = options.rows === undefined ? [...place, "value"] : [...place, "rows"];
    return report.add(file, where, "options-without-rows", {
      call: name,
      found: jsonTypeInWords(type),
    });
  }
  const keys = schema && keysOf(schema.items);
  const tell = (slot: string | string[], key: string, within?: string): void => {
    if (!keys || keys.includes(key.split(".")[0]!)) return;
    const suggestion = nearest(key, keys);
    const values = { call: name, key, allowed: keys.join(", ") };
    report.add(file, [...place, ...[slot].flat()], "unknown-row-key", values, {
      suggestion,
      ...(within === undefined ? {} : { within }),
    });
  };
  const key = options.value;
  if (key !== undefined) tell("value", key);
  for (const slot of ["latitude", "longitude"] as const) {
    const where = options.place?.[slot];
    if (where !== undefined) tell(["place", slot], where);
  }
  for (const slot of ["label", "description"] as const) {
    const text = options[slot];
    if (text === undefined) continue;
    if (isRowKey(text)) {
      tell(slot, text);
      continue;
    }
    const names = namesIn(text);
    checkWords(project, file, text, [...place, slot], {
      brands: scope.brands,
      markdown: true,
      names,
      ...(schema?.items ? { columns: schema.items } : {}),
      only: true,
      owner: scope.owner,
    });
    for (const one of new Set(names)) tell(slot, one, one);
    if (names.length === 0 && !/[{}]/.test(text)) {
      report.add(file, [...place, slot], "options-alike", { call: name });
    }
  }
}

/** What the call's `answer` says of its rows; undefined where it does not say. */
function rowsSchema({ answer, options }: CallDefinition): ValueSchema | undefined {
  const rows = options?.rows;
  if (rows === undefined) return isObject(answer) ? answer : undefined;
  return rowsOf(rows, answer);
}

function rowsOf(rows: unknown, answer: CallDefinition["answer"]): ValueSchema | undefined {
  if (!isObject(rows)) return undefined;
  // Some of the rows are rows.
  if (Array.isArray(rows["filter"])) return rowsOf(rows["filter"][0], answer);
  // Days and times are texts.
  if ("slots.dates" in rows || "slots.times" in rows) return { items: { type: "string" } };
  const path = asText(rows["var"])?.split(".");
  if (path?.[0] !== "answer") return undefined;
  return path.slice(1).reduce<ValueSchema | undefined>((schema, key) => {
    const inner = schema?.properties?.[key];
    return isObject(inner) ? inner : undefined;
  }, answer ?? {});
}

/** The keys that rows are said to have; undefined where nothing is said. */
function keysOf(row: ValueSchema | undefined): string[] | undefined {
  const { type, properties } = row ?? {};
  if (type === "string" || type === "number" || type === "integer") return ["value"];
  return isObject(properties) ? Object.keys(properties) : undefined;
}
