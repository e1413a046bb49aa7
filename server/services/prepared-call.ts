/** A call of a definition, ready to use: its inputs checked, its request built, its answer checked. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { compileRule, RuleError, type CompiledCall } from "../../schemas/engine/all.ts";

/** Inputs that a call does not take. The message names inputs, never their values. */
export class CallInputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CallInputError";
  }
}

export interface CallRequest {
  method: CompiledCall["method"];
  /** Without a leading slash. */
  path: string;
  query: Record<string, string>;
  /** Undefined where the call has none. */
  body: unknown;
}

export interface PreparedCall {
  /** The inputs without absent ones. Throws `CallInputError`. */
  checkInput: (input: Record<string, unknown>) => Record<string, unknown>;
  request: (input: Record<string, unknown>, facts: Record<string, unknown>) => CallRequest;
  isAnswer: (data: unknown) => boolean;
}

const ajv = new Ajv({ strict: false, allErrors: false });
formats.default(ajv);

function inputFault(error: ErrorObject | undefined): string {
  const params = (error?.params ?? {}) as { missingProperty?: string; additionalProperty?: string };
  if (params.missingProperty) return `input "${params.missingProperty}" is missing`;
  if (params.additionalProperty) return `input "${params.additionalProperty}" is unknown`;
  return `input "${error?.instancePath.split("/")[1] ?? ""}" breaks its schema (${error?.keyword ?? ""})`;
}

const queryText = (value: unknown, name: string): string => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return String(value);
  throw new CallInputError(`query "${name}" must be a text, a number or a boolean`);
};

function variable(root: Record<string, unknown>, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  if (!Object.hasOwn(root, first))
    throw new RuleError(`A call's rule reads "${path}": there are only input and brand`);
  let value = root[first];
  for (const key of rest) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

// The path comes from a definition; it must stay below the base address.
const checkPath = (path: string): string => {
  const segments = path.split("/");
  if (segments.every((segment) => /^[A-Za-z0-9._~-]+$/.test(segment) && !/^\.+$/.test(segment))) return path;
  throw new Error(`The path of a call must be plain segments: ${path}`);
};

function prepare(call: CompiledCall): PreparedCall {
  const name = `${call.service}.${call.call}`;
  const path = checkPath(call.path);
  const isInput: ValidateFunction = ajv.compile({
    type: "object",
    properties: call.input,
    required: Object.keys(call.input).filter((id) => !call.optional.includes(id)),
    additionalProperties: false,
  });
  const isAnswer = call.answer && ajv.compile(call.answer);
  const query = Object.entries(call.query).map(([id, rule]) => ({ id, rule: compileRule(rule) }));
  const body = call.body === undefined ? undefined : compileRule(call.body);
  return {
    checkInput: (input) => {
      const present = Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
      );
      if (!isInput(present)) throw new CallInputError(`${name}: ${inputFault(isInput.errors?.[0])}`);
      return present;
    },
    request: (input, facts) => {
      const scope = { variable: (at: string) => variable({ input, brand: facts }, at) };
      const values = query.map(({ id, rule }) => [id, rule(scope)] as const);
      return {
        method: call.method,
        path,
        query: Object.fromEntries(
          values
            .filter(([, value]) => value !== undefined && value !== null)
            .map(([id, value]) => [id, queryText(value, id)]),
        ),
        body: body?.(scope),
      };
    },
    isAnswer: (data) => !isAnswer || isAnswer(data),
  };
}

const preparedCalls = new WeakMap<CompiledCall, PreparedCall>();

/** Compiles a call once. Throws where its schemas, rules or path cannot be used. */
export function preparedCall(call: CompiledCall): PreparedCall {
  let prepared = preparedCalls.get(call);
  if (!prepared) {
    prepared = prepare(call);
    preparedCalls.set(call, prepared);
  }
  return prepared;
}
