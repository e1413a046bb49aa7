/** One call that is made for several values, and what their answers are together. */
import { RuleError, type CompiledCall } from "../../schemas/engine/serve.ts";
import { mergedRows } from "./options.ts";
import { preparedCall } from "./prepared-call.ts";
import type { CallResult } from "./result.ts";

type Input = Record<string, unknown>;

/**
 * Makes a call with `forEach` once for each of its values, all at once. Where one fails the others count; nothing at all
 * while one failed is a failure, because it may have had something.
 */
export async function ofAll(
  call: CompiledCall,
  input: Input,
  ask: (each: Record<string, string>) => Promise<CallResult>,
): Promise<CallResult> {
  // Its grammar says that there is one name.
  const [[name, values] = ["", []]] = Object.entries(call.forEach ?? {});
  const inputs = values.map((value) => ({ ...input, [name]: value }));
  const asked = values.map(async (value, index) => {
    const each = { [name]: value };
    const result = await ask(each);
    return call.options ? withRows(call, result, inputs[index]!) : result;
  });
  const results = await Promise.all(asked);
  return call.options ? merged(call, results) : firstOf(call, results, inputs);
}

/** What is made of the answer alone, so that several can be put together; one without rows cannot be read. */
function withRows(call: CompiledCall, result: CallResult, input: Input): CallResult {
  if (!result.ok) return result;
  const { status, data } = result;
  const garbled: CallResult = { ok: false, status, failure: "garbled", data: null };
  try {
    const rows = preparedCall(call).rows(data, input);
    return Array.isArray(rows) ? { ok: true, status, data: rows } : garbled;
  } catch (error) {
    if (error instanceof RuleError) return garbled;
    throw error;
  }
}

const hasFailed = ({ ok, failure }: CallResult): boolean => !ok && failure !== "empty";

/** All rows, none of them twice; of those that are in several answers, the one of the first value. */
function merged(call: CompiledCall, results: CallResult[]): CallResult {
  const good = results.filter(({ ok }) => ok);
  const rows = mergedRows(
    call,
    good.map(({ data }) => data as unknown[]),
  );
  const failed = results.find(hasFailed);
  if (rows.length === 0 && failed) return failed;
  return good.length === 0 ? results[0]! : { ...good[0]!, data: rows };
}

/** The first that holds something: of calls with a `value`, one whose value is something. */
function firstOf(call: CompiledCall, results: CallResult[], inputs: Input[]): CallResult {
  const { value } = preparedCall(call);
  const holds = ({ ok, data }: CallResult, index: number): boolean =>
    ok && (!value || (value(data, inputs[index]!) ?? null) !== null);
  return results.find(holds) ?? results.find(hasFailed) ?? results[0]!;
}
