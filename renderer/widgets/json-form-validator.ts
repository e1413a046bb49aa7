import {
  ADDITIONAL_PROPERTY_FLAG,
  hashForSchema,
  JUNK_OPTION_ID,
  RJSF_REF_KEY,
  type RJSFSchema,
  type ValidatorType,
} from "@rjsf/utils";
import { createPrecompiledValidator } from "@rjsf/validator-ajv8";
import {
  askedSchema,
  type CompiledField,
  type LeafError,
  type LeafValidator,
  type Validators,
} from "../../schemas/engine/evaluate.ts";

const marks = { reference: RJSF_REF_KEY, ofAnswer: ADDITIONAL_PROPERTY_FLAG };

type Functions = Parameters<typeof createPrecompiledValidator>[0];

export interface FormValidators {
  /** What rjsf asks with: its own validator, with functions that were compiled with the flow. No code is made here. */
  rjsf: ValidatorType;
  /** Judges the whole answer. */
  whole: LeafValidator;
  /** The validator of a sub-schema of the field's schema; undefined where none was compiled. */
  of(schema: unknown): LeafValidator | undefined;
}

export function formValidators(
  { schema, validator, raw }: CompiledField,
  validators: Validators,
): FormValidators {
  const root = schema as RJSFSchema;
  const functions: Record<string, LeafValidator> = {
    ...Object.fromEntries(
      Object.entries(raw?.subschemas ?? {}).map(([hash, name]) => [hash, validators[name]!] as const),
    ),
    [hashForSchema(root)]: validators[validator]!,
  };
  const precompiled = createPrecompiledValidator(functions as unknown as Functions, root);
  const hashes = new WeakMap<object, string>();
  /** Rjsf asks with schemas that it has resolved in endlessly many ways; each was compiled in one form. */
  const nameOf = (asked: unknown): string | undefined => {
    if (typeof asked !== "object" || asked === null) return undefined;
    const hash =
      hashes.get(asked) ?? hashForSchema(askedSchema(asked as Record<string, unknown>, schema, marks));
    hashes.set(asked, hash);
    return Object.hasOwn(functions, hash) ? hash : undefined;
  };
  const whole: LeafValidator = (value) => {
    const { errors } = precompiled.rawValidation<LeafError>(root, value);
    whole.errors = errors ?? null;
    return errors === undefined;
  };
  return {
    whole,
    of: (asked) => functions[nameOf(asked) ?? ""],
    rjsf: {
      validateFormData: (...asked) => precompiled.validateFormData(...asked),
      rawValidation: (...asked) => precompiled.rawValidation(...asked),
      // What was not compiled decides no branch. Only the drawing hangs on it: the whole answer is judged by the whole schema.
      isValid(asked, value) {
        if (typeof asked === "boolean") return asked;
        const name = asked.$id === JUNK_OPTION_ID ? undefined : nameOf(asked);
        return name !== undefined && precompiled.isValid({ $id: name }, value, root);
      },
    },
  };
}
