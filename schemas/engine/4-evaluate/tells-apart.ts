import { allSchemas, isSchema, type JsonSchema } from "./json-schema.ts";

const known = new WeakMap<JsonSchema, ReadonlySet<string>>();

const key = (name: string, value: unknown): string => JSON.stringify([name, value]);

/** The properties of one value by which the options of oneOf and anyOf are told apart, and that have no title to read. */
function apartIn(root: JsonSchema): ReadonlySet<string> {
  const found = new Set<string>();
  const all = allSchemas(root);
  const options = all.flatMap(({ schema }) => [schema["oneOf"], schema["anyOf"]].flat().filter(isSchema));
  const targets = new Set(options.map(({ $ref }) => $ref));
  const referred = all.filter(({ at }) => targets.has(`#/${at.join("/")}`)).map(({ schema }) => schema);
  for (const { properties } of [...options, ...referred]) {
    if (!isSchema(properties)) continue;
    for (const [name, one] of Object.entries(properties)) {
      if (isSchema(one) && "const" in one && one["title"] === undefined) found.add(key(name, one["const"]));
    }
  }
  return found;
}

/** Whether a property only tells one option from the others: the choice of the option says it already. */
export function tellsApart(root: JsonSchema, name: string, schema: object): boolean {
  if (!("const" in schema) || "title" in schema) return false;
  const apart = known.get(root) ?? apartIn(root);
  known.set(root, apart);
  return apart.has(key(name, schema.const));
}
