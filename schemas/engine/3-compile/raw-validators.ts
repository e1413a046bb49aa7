import { Ajv, type Options } from "ajv";
import type { CompiledFlow, LeafValidator } from "../types/index.ts";
import { askedSchemas } from "./raw-asked.ts";
import { rawFormats } from "./raw-formats.ts";
import { subschemaName } from "./raw-step.ts";
import { withReferences, type JsonSchema } from "../4-evaluate/json-schema.ts";

/**
 * What raw JSON Schemas are compiled with. Every problem is told, so that each can stand at its place in the form;
 * keywords that draft-07 does not have are annotations, as it says.
 */
export function newRawAjv(options: Options = {}): Ajv {
  return new Ajv({
    allErrors: true,
    messages: false,
    strict: false,
    logger: false,
    // Each problem brings the schema it is of: among options, the form tells those of the chosen one.
    verbose: true,
    validateSchema: false,
    formats: rawFormats,
    ...options,
  });
}

/** The schemas of a flow's raw steps by the name of their validator, each with the sub-schemas that are asked about. */
function rawSchemas(flow: CompiledFlow): Map<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  for (const { raw, validator, schema } of Object.values(flow.fields)) {
    if (!raw || schemas.has(validator)) continue;
    schemas.set(validator, schema);
    for (const [hash, asked] of askedSchemas(schema)) {
      const { $id: _, ...named } = withReferences(asked, (ref) => `${validator}${ref}`);
      schemas.set(subschemaName(validator, hash), named);
    }
  }
  return schemas;
}

function ajvWith(schemas: Map<string, JsonSchema>, options?: Options): Ajv {
  const ajv = newRawAjv(options);
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  return ajv;
}

/** Validators of raw steps and of their sub-schemas, by name. */
export function compileRawValidators(flow: CompiledFlow): Record<string, LeafValidator> {
  const schemas = rawSchemas(flow);
  const ajv = ajvWith(schemas);
  return Object.fromEntries([...schemas.keys()].map((name) => [name, ajv.getSchema(name)! as LeafValidator]));
}

/**
 * The same as code, to stand in a module beside others: its names are its own. `standalone` is Ajv's.
 */
export function rawValidatorCode(
  flow: CompiledFlow,
  standalone: (ajv: Ajv, names: Record<string, string>) => string,
): string {
  const schemas = rawSchemas(flow);
  if (schemas.size === 0) return "";
  const names = [...schemas.keys()];
  const ajv = ajvWith(schemas, { code: { source: true, lines: false, optimize: 2 } });
  const code = standalone(ajv, Object.fromEntries(names.map((name) => [name, name])));
  const exported = names.map((name) => `export const ${name} = raw.${name};`).join("\n");
  return `const raw = (() => {\nconst exports = {};\n${code}\nreturn exports;\n})();\n${exported}\n`;
}
