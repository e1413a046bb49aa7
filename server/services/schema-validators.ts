/** Validators of what calls are given and what they answer, each schema compiled once. */
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { rememberedValidators } from "../../schemas/engine/serve.ts";

/** What is run a few times is not worth making quicker: that takes longer than all the rest of compiling. */
const newAjv = (): Ajv => formats.default(new Ajv({ strict: false, code: { optimize: false } }));

export const validatorOf = rememberedValidators(newAjv);
