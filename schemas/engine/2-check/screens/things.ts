/** Checks what a page tells of things by schema.org: types, properties and what they can be. */
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { isOneOf, neededBy, propertiesOf, thingTypes } from "../../schema-org/types.ts";
import type { PropertyRange } from "../../schema-org/common/thing-type.ts";
import { callNamed, partOfSchema, valuePart } from "../project/call-values.ts";
import type { Project, QueryDefinitions, ValueSchema } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { asText, isObject, listed } from "../report/values.ts";
import { checkRule } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";

interface Place {
  project: Project;
  file: ReadFile;
  queries: QueryDefinitions | undefined;
  scope: Scope;
}

/** What a property is, for whoever says what it can be. */
interface PropertyPlace {
  type: string;
  property: string;
  ranges: readonly PropertyRange[];
}

export function checkThing(place: Place, thing: Record<string, unknown>, at: JsonPath): void {
  const { report } = place.project;
  const type = String(thing["@type"]);
  if (!thingTypes.has(type)) {
    const suggestion = nearest(type, thingTypes.keys());
    const values = { type, allowed: listed([...thingTypes.keys()].toSorted()) };
    return report.add(place.file, [...at, "@type"], "unknown-thing", values, { suggestion });
  }
  const known = propertiesOf(type);
  for (const [property, value] of Object.entries(thing)) {
    if (property === "@type") continue;
    const ranges = known.get(property);
    if (ranges) checkValue(place, { type, property, ranges }, value, [...at, property]);
    else {
      const suggestion = nearest(property, known.keys());
      const values = { type, property };
      report.add(place.file, [...at, property], "unknown-thing-property", values, {
        part: "key",
        suggestion,
      });
    }
  }
  for (const property of neededBy(type)) {
    if (Object.hasOwn(thing, property)) continue;
    report.add(place.file, [...at, "@type"], "missing-thing-property", { type, property });
  }
}

function checkValue(place: Place, of: PropertyPlace, value: unknown, at: JsonPath): void {
  if (isObject(value) && "@type" in value) {
    const type = String(value["@type"]);
    if (thingTypes.has(type) && !isOneOf(type, of.ranges)) misfits(place, of, type, [...at, "@type"]);
    return checkThing(place, value, at);
  }
  if (isObject(value) && "each" in value) return checkEach(place, of, value, at);
  checkRule(place.project, place.file, value, at, place.scope);
  const type = typeOfRule(place, value);
  if (type !== undefined && !of.ranges.some((range) => jsonTypes[range]?.includes(type))) {
    misfits(place, of, type, at);
  }
}

const jsonTypes: Record<PropertyRange, string[]> = {
  Text: ["string"],
  URL: ["string"],
  Date: ["string"],
  Number: ["number", "integer"],
  Boolean: ["boolean"],
};

function misfits(
  { project, file }: Place,
  { type, property, ranges }: PropertyPlace,
  found: string,
  at: JsonPath,
): void {
  const values = { type, property, expected: listed([...ranges]), found };
  project.report.add(file, at, "thing-value-type", values);
}

/** The JSON type that a rule gives, where it is a plain value or reads a known one. */
function typeOfRule(place: Place, rule: unknown): string | undefined {
  if (typeof rule === "string" || typeof rule === "number" || typeof rule === "boolean") return typeof rule;
  return schemaOfRule(place, rule)?.type;
}

/** The schema of what a rule reads that reads one thing of a query or a row. */
function schemaOfRule({ project, queries, scope }: Place, rule: unknown): ValueSchema | undefined {
  const path = isObject(rule) ? asText(rule["var"]) : undefined;
  const [head, ...rest] = path?.split(".") ?? [];
  if (head === "row" && scope.row) return schemaIn(partOfSchema(scope.row, rest));
  const [query = "", part, ...inner] = rest;
  const call = head === "data" && part === "value" ? callNamed(project, queries?.[query]?.call) : undefined;
  return call && schemaIn(valuePart(call, inner));
}

const schemaIn = (part: ReturnType<typeof partOfSchema>): ValueSchema | undefined =>
  part && "schema" in part ? part.schema : undefined;

function checkEach(place: Place, of: PropertyPlace, value: Record<string, unknown>, at: JsonPath): void {
  const { each, as } = value;
  checkRule(place.project, place.file, each, [...at, "each"], place.scope);
  const list = schemaOfRule(place, each);
  if (list && list.type !== "array") {
    return place.project.report.add(place.file, [...at, "each"], "thing-rows", { owner: place.scope.owner });
  }
  const row = list?.items ?? {};
  checkValue({ ...place, scope: { ...place.scope, row } }, of, as, [...at, "as"]);
}
