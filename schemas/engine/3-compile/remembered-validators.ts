import type { Ajv, ValidateFunction } from "ajv";

/** Validators that are remembered: several times those of a project. */
const most = 5_000;

/** Compiles each schema once, by its text: most are the same in every flow, call and brand. */
export function rememberedValidators(
  newAjv: () => Ajv,
): (schema: Record<string, unknown>) => ValidateFunction {
  let compiled = { ajv: newAjv(), byText: new Map<string, ValidateFunction>() };
  return (schema) => {
    const text = JSON.stringify(schema);
    const known = compiled.byText.get(text);
    if (known) return known;
    // Ajv remembers too what it compiled: both begin anew.
    if (compiled.byText.size >= most) compiled = { ajv: newAjv(), byText: new Map() };
    const validator = compiled.ajv.compile(schema);
    compiled.byText.set(text, validator);
    return validator;
  };
}
