import {
  ADDITIONAL_PROPERTY_FLAG,
  getDiscriminatorFieldFromSchema,
  getFirstMatchingOption,
  hashForSchema,
  relaxOptionsForScoring,
  retrieveSchema,
  RJSF_REF_KEY,
  type RJSFSchema,
  type ValidatorType,
} from "@rjsf/utils";
import { askedSchema } from "../4-evaluate/asked-schema.ts";
import { allSchemas, isSchema, schemaText, type JsonSchema } from "../4-evaluate/json-schema.ts";

const marks = { reference: RJSF_REF_KEY, ofAnswer: ADDITIONAL_PROPERTY_FLAG };

/** Names the form under which a sub-schema is compiled. */
const askedHash = (schema: JsonSchema, root: JsonSchema): string =>
  hashForSchema(askedSchema(schema, root, marks));

/** Ways through the conditions of one schema that are followed, at most. */
const maxWays = 64;

const askedOf = new Map<string, ReadonlyMap<string, JsonSchema>>();
/** Of how many schemas it is known what is asked; more are forgotten together. */
const mostKnown = 50;

/** What `findAsked` finds. The same schema is compiled for many brands, and looked at once. */
export function askedSchemas(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const text = JSON.stringify(root);
  const found = askedOf.get(text) ?? findAsked(root);
  if (askedOf.size >= mostKnown) askedOf.clear();
  askedOf.set(text, found);
  return found;
}

/**
 * Every sub-schema about which rjsf may ask whether a value fits it, by the hash that it asks with: conditions, options
 * of oneOf and anyOf, dependencies. Rjsf's own parser looks at one level of options only, so this lets rjsf resolve
 * every schema in every way that its conditions allow, and writes down what it asks on the way.
 * @throws {Error} when two of them have the same hash.
 */
function findAsked(root: JsonSchema): Map<string, JsonSchema> {
  const asked = new Map<string, JsonSchema>();
  const seen = new Set<string>();
  const waiting = allSchemas(root).map(({ schema }) => schema);

  const record = (schema: unknown): string => {
    if (!isSchema(schema)) return "";
    const form = askedSchema(schema, root, marks);
    const hash = askedHash(schema, root);
    const known = asked.get(hash);
    if (known && schemaText(known) !== schemaText(form)) {
      throw new Error(`two sub-schemas have the hash ${hash}`);
    }
    asked.set(hash, form);
    return hash;
  };
  const validator = (answer: (hash: string) => boolean): ValidatorType => ({
    isValid: (schema) => answer(record(schema)),
    rawValidation: () => ({}),
    validateFormData: () => ({ errors: [], errorSchema: {} }),
  });
  const deaf = validator(() => false);

  /** What a schema can become, whichever of its conditions hold. */
  function outcomes(schema: JsonSchema): JsonSchema[] {
    const found = new Map<string, JsonSchema>();
    const tried = new Set<string>();
    const ways: string[][] = [[]];
    const dependencies = isSchema(schema["dependencies"]) ? Object.keys(schema["dependencies"]) : [];
    const answers = [[], ...dependencies.map((name) => [name]), dependencies].map((names) =>
      Object.fromEntries(names.map((name) => [name, ""])),
    );
    for (const way of ways) {
      const key = way.toSorted().join();
      if (tried.has(key) || tried.size >= maxWays) continue;
      tried.add(key);
      const met = new Set<string>();
      const asking = validator((hash) => {
        met.add(hash);
        return way.includes(hash);
      });
      for (const data of answers) {
        for (const withOptions of [false, true]) {
          const one = retrieveSchema(asking, schema, root, data, undefined, withOptions);
          if (isSchema(one)) found.set(askedHash(one, root), one);
        }
      }
      for (const hash of met) if (!way.includes(hash)) ways.push([...way, hash]);
    }
    return [...found.values()];
  }

  /** Options are told apart as they are, resolved, and without what they forbid besides. */
  function askAboutOptions(schema: JsonSchema): void {
    const discriminator = getDiscriminatorFieldFromSchema(schema as RJSFSchema);
    for (const option of [schema["oneOf"], schema["anyOf"]].flat().filter(isSchema)) {
      // As it stands, for telling what is wrong with it.
      record(option);
      const resolved = withoutReferences(option, root);
      const forms = [option, resolved, ...outcomes(option)];
      for (const form of [...forms, ...relaxOptionsForScoring(forms)]) {
        const again = withoutReferences(form, root);
        for (const one of [form, again]) {
          getFirstMatchingOption(deaf, {}, [one], root);
          getFirstMatchingOption(deaf, {}, [one], root, discriminator);
          // With keys that the schema does not name, it is asked without the keys that it requires.
          const { required: _, ...bare } = one;
          record(bare);
          const { properties: __, ...withoutProperties } = bare;
          if (isSchema(one["properties"]) && Object.keys(one["properties"]).length === 0) {
            record(withoutProperties);
          }
          waiting.push(one);
        }
      }
    }
  }

  quietly(() => {
    for (const schema of waiting) {
      const hash = askedHash(schema, root);
      if (seen.has(hash)) continue;
      seen.add(hash);
      if (isSchema(schema["if"])) record(schema["if"]);
      for (const one of outcomes(schema)) {
        waiting.push(...allSchemas(askedSchema(one, root, marks)).map((inner) => inner.schema));
      }
      askAboutOptions(schema);
    }
  });
  return asked;
}

/** With what its references point at, as rjsf puts it in. That is done for the items of options, among others. */
function withoutReferences(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const [resolved] = relaxOptionsForScoring([{ items: schema as RJSFSchema }], true, root);
  return resolved!.items as JsonSchema;
}

/** Rjsf warns of conditions that no answers would meet, to whoever runs this; here all are tried. */
function quietly(work: () => void): void {
  const { console } = globalThis as unknown as { console?: { warn: (...said: unknown[]) => void } };
  if (!console) return work();
  const { warn } = console;
  console.warn = () => {};
  try {
    work();
  } finally {
    console.warn = warn;
  }
}
