import { Ajv, type Options } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import equal from "ajv/dist/runtime/equal.js";
import { compileRawValidators, rawValidatorCode } from "./raw-validators.ts";
import { rememberedValidators } from "./remembered-validators.ts";
import { emailPattern } from "../operations/addresses.ts";
import type { CompiledFlow, Validators } from "../types/index.ts";

/** The JSON-Schema formats that kinds may name; everything else is a check with an operation. */
export const schemaFormats = { email: emailPattern };

const newAjv = (options: Options = {}): Ajv =>
  new Ajv({ messages: false, strict: true, formats: schemaFormats, ...options });

/** The schemas of a flow's leaves by the name of their validator. Equal schemas share one. Raw steps are apart. */
function leafSchemas(flow: CompiledFlow): Map<string, Record<string, unknown>> {
  const own = Object.values(flow.fields).filter(({ raw }) => !raw);
  const leaves = own.flatMap((field) => [field, ...(field.variants ?? [])]);
  return new Map(leaves.map(({ validator, schema }) => [validator, schema]));
}

const validatorOf = rememberedValidators(() => newAjv());

/** Validators for the server: the same schemas and options as `validatorModule`. */
export function compileValidators(flow: CompiledFlow): Validators {
  return {
    ...Object.fromEntries([...leafSchemas(flow)].map(([name, schema]) => [name, validatorOf(schema)])),
    ...compileRawValidators(flow),
  };
}

/** Ajv is CommonJS: imported by default it is its namespace with Node, the thing itself with a bundler. */
const unwrapped = (imported: unknown): unknown => (imported as { default?: unknown }).default ?? imported;

const standaloneCode = unwrapped(standalone) as (ajv: Ajv, names: Record<string, string>) => string;

/** What generated code may ask for at run time, as source, so that the browser needs nothing of Ajv. */
const runtime: Record<string, unknown> = {
  'require("ajv/dist/runtime/ucs2length").default': unwrapped(ucs2length),
  'require("ajv/dist/runtime/equal").default': unwrapped(equal),
};

/**
 * An ES module that exports one validator for each leaf schema of a flow, and those of raw steps. Needs no `eval` and imports nothing.
 * @throws {Error} when the generated code asks for a part that is not known here.
 */
export function validatorModule(flow: CompiledFlow): string {
  const code = { source: true, esm: true, lines: false, optimize: 2 };
  // A flow is prepared before it is published, which judges its schemas: to do it again takes longer than the rest.
  const ajv = newAjv({ code, meta: false, validateSchema: false });
  const names: Record<string, string> = {};
  for (const [name, schema] of leafSchemas(flow)) {
    ajv.addSchema(schema, name);
    names[name] = name;
  }
  const leaves = Object.keys(names).length === 0 ? "export {};\n" : standaloneCode(ajv, names);
  return `${leaves}\n${rawValidatorCode(flow, standaloneCode)}`.replace(
    /require\("[^"]+"\)(?:\.[A-Za-z]+|\["[^"]+"\])+/g,
    (asked) => source(asked),
  );
}

function source(asked: string): string {
  const value = runtime[asked];
  if (typeof value === "function") return `(${value.toString()})`;
  throw new Error(`the validators' code asks for ${asked}, which the browser does not have`);
}
