/** Validators of what calls are given and what they answer, each schema compiled once. */
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

/** What is run a few times is not worth making quicker: that takes longer than all the rest of compiling. */
const newAjv = (): Ajv => formats.default(new Ajv({ strict: false, code: { optimize: false } }));

/** Validators that are remembered: several times those of a project. */
const most = 5_000;
/** By the text of the schema: most brands say the same. */
let validators = { ajv: newAjv(), byText: new Map<string, ValidateFunction>() };

export function validatorOf(schema: Record<string, unknown>): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = validators.byText.get(text);
  if (known) return known;
  // Ajv remembers too what it compiled: both begin anew.
  if (validators.byText.size >= most) validators = { ajv: newAjv(), byText: new Map() };
  const validator = validators.ajv.compile(schema);
  validators.byText.set(text, validator);
  return validator;
}
