import { createHash, randomUUID } from "node:crypto";
import {
  evaluate,
  type Answer,
  type Answers,
  type Context,
  type DataAnswer,
  type DataState,
  type Evaluation,
  type Option,
  type Prepared,
  type Revision,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import { unknownKeys } from "./refusals.ts";
import { CallInputError, toOptions, type Services } from "../services/services.ts";

/** Chains of data (a list that depends on a choice from another list) are no longer than this. */
const longestChain = 10;

/**
 * What a data query gives for these inputs. Never throws on what a service does: that is `failed`.
 * @throws {ApiError} for inputs that the query does not take.
 */
export async function resolveData(
  services: Services,
  revision: Revision,
  flow: string,
  name: string,
  inputs: Record<string, Answer>,
  within?: number,
): Promise<DataAnswer> {
  const { flows } = revision.public;
  const data = Object.hasOwn(flows, flow) ? flows[flow]!.data : {};
  const query = Object.hasOwn(data, name) ? data[name] : undefined;
  const call = query && revision.private.calls[query.call];
  if (!query || !call) throw new ApiError(404, "not-found", `No existe el dato «${name}».`);
  const expected = Object.keys(query.with);
  const unknown = Object.keys(inputs).filter((input) => !expected.includes(input));
  const missing = expected.filter((input) => !Object.hasOwn(inputs, input));
  if (unknown.length > 0) throw unknownKeys(unknown);
  if (missing.length > 0) {
    throw new ApiError(422, "missing-input", `Faltan entradas: ${missing.join(", ")}.`);
  }
  const result = await services
    .call({
      revision,
      call: query.call,
      input: inputs,
      key: randomUUID(),
      ...(within === undefined ? {} : { within }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof CallInputError)) throw error;
      throw new ApiError(400, "bad-request", `Las entradas de «${name}» no son válidas.`);
    });
  const options: Option[] = result.ok ? toOptions(call, result.data) : [];
  const status = result.ok ? (options.length > 0 ? "ready" : "empty") : "failed";
  const hash = createHash("sha256")
    .update(JSON.stringify([status, options]))
    .digest("base64url");
  return { status, options, hash: hash.slice(0, 16) };
}

/** Evaluates with all data that the answers ask for, looked up now. */
export async function evaluateWithData(
  services: Services,
  revision: Revision,
  prepared: Prepared,
  answers: Answers,
  context: Omit<Context, "data">,
  within: number,
): Promise<{ evaluation: Evaluation; context: Context }> {
  const data: Record<string, DataState> = {};
  // What cannot be asked for cannot be had: whoever chose from it is refused, and told where.
  const lookUp = (
    name: string,
    inputs: Record<string, Answer>,
  ): Promise<Pick<DataAnswer, "status" | "options">> =>
    resolveData(services, revision, prepared.flow.flow, name, inputs, within).catch((error: unknown) => {
      if (error instanceof ApiError) return { status: "failed", options: [] };
      throw error;
    });
  for (let round = 0; ; round++) {
    const evaluation = evaluate(prepared, answers, { ...context, data });
    const wanted = Object.entries(evaluation.inputs).filter(
      ([name, inputs]) => inputs && JSON.stringify(data[name]?.inputs) !== JSON.stringify(inputs),
    );
    if (wanted.length === 0 || round === longestChain) {
      return { evaluation, context: { ...context, data } };
    }
    await Promise.all(
      wanted.map(async ([name, inputs]) => {
        const { status, options } = await lookUp(name, inputs!);
        data[name] = { status, options, inputs: inputs! };
      }),
    );
  }
}
