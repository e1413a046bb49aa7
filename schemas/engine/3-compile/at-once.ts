/** A flow made ready where code may be made of it: on servers and in tools. Browsers may not, by the policy of our pages. */
import { prepare, type AtOnce, type Prepared } from "../4-evaluate/prepare.ts";
import type { CompiledFlow } from "../types/index.ts";
import { compileValidators } from "./validators.ts";

/**
 * Compiles a flow's validators and makes it ready to be evaluated, with what reads and validates all its fields at once.
 * @throws {Error} as `prepare` does.
 */
export const prepareFlow = (flow: CompiledFlow): Prepared =>
  withAtOnce(prepare(flow, compileValidators(flow)));

export const withAtOnce = (prepared: Prepared): Prepared => ({ ...prepared, atOnce: atOnceOf(prepared) });

/** A loop over the fields written out: each path and each validator is known then, where a loop has to look them up. */
function atOnceOf({ list, flat }: Prepared): AtOnce {
  const reading = list.map(({ field, computed }) =>
    computed ? "undefined" : `given[${JSON.stringify(field.path)}]`,
  );
  const validators = [...new Set(list.map(({ validator }) => validator))];
  const names = new Map(validators.map((validator, at) => [validator, `v${at}`]));
  const judging = list.map(({ index, validator }) => {
    const isDoubtful = `(value = values[${index}]) === undefined || value === false || !${names.get(validator)}(value)`;
    return flat.schemaOnly[index] === 1
      ? `if (${isDoubtful}) indices.push(${index});`
      : `indices.push(${index});`;
  });
  const code = `
    const [${[...names.values()].join(", ")}] = validators;
    return {
      read: (given) => [${reading.join(", ")}],
      doubtful(values) { const indices = []; let value; ${judging.join("\n")} return indices; },
    };`;
  // Only positions, our own names and quoted paths stand in the code.
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function("validators", code)(validators) as AtOnce;
}
