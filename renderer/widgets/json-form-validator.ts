import type { ValidatorType } from "@rjsf/utils";
import {
  askedHash,
  type CompiledField,
  type LeafValidator,
  type Validators,
} from "../../schemas/engine/evaluate.ts";

/** What rjsf marks an option with that fits nothing. */
const junk = "_$junk_option_schema_id$_";

export interface SubschemaValidators {
  /** What rjsf asks with. It validates nothing: the engine does, on the whole answer. */
  rjsf: ValidatorType;
  /** The validator of a sub-schema of the field's schema; undefined where none was compiled. */
  of(schema: unknown): LeafValidator | undefined;
}

/** Answers rjsf's questions about sub-schemas from the validators that were compiled with the flow: no code is made here. */
export function subschemaValidators(
  { schema: root, raw }: CompiledField,
  validators: Validators,
): SubschemaValidators {
  const known = raw?.subschemas ?? {};
  const hashes = new WeakMap<object, string>();
  const of = (schema: unknown): LeafValidator | undefined => {
    if (typeof schema !== "object" || schema === null) return undefined;
    const hash = hashes.get(schema) ?? askedHash(schema as Record<string, unknown>, root);
    hashes.set(schema, hash);
    return Object.hasOwn(known, hash) ? validators[known[hash]!] : undefined;
  };
  return {
    of,
    rjsf: {
      // What was not compiled decides no branch. Only the drawing hangs on it: the whole answer is judged by the whole schema.
      isValid: (schema, value) =>
        typeof schema === "boolean" ? schema : schema.$id !== junk && (of(schema)?.(value) ?? false),
      rawValidation: () => ({}),
      validateFormData: () => ({ errors: [], errorSchema: {} }),
    },
  };
}
