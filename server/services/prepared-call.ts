/** A call of a definition, ready to use: its inputs checked, its request built, its answer read. */
import type { ErrorObject } from "ajv";
import {
  compileRule,
  RuleError,
  truth,
  type CompiledCall,
  type Rule,
  type RuleScope,
} from "../../schemas/engine/serve.ts";
import { clearComputed, computeAnswer } from "./compute-answer.ts";
import { coerced } from "./read-answer.ts";
import { variable } from "./rule-variable.ts";
import { validatorOf } from "./schema-validators.ts";

/** Inputs that a call does not take. The message names inputs, never their values. */
export class CallInputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CallInputError";
  }
}

export interface CallRequest {
  method: CompiledCall["method"];
  /** Without a leading slash. */
  path: string;
  query: Record<string, string>;
  /** What the definition says beside what every request carries; names in lower case. */
  headers: Record<string, string>;
  /** Undefined where the call has none. */
  body: unknown;
  /** A body of parts in the place of `body`. */
  parts?: RequestInput;
}

/** A file of a run, in the part of this name. */
export interface FilePart {
  part: string;
  id: string;
}

export interface RequestInput {
  files: FilePart[];
  /** Texts by part name. */
  fields: Record<string, string>;
}

/** `refused` where the call's own rule says that it was no success: then `data` says why. */
export type ReadAnswer = { data: unknown; failure?: "garbled" | "refused" };

export interface PreparedCall {
  /** The inputs without absent ones. Throws `CallInputError`. */
  checkInput: (input: Record<string, unknown>) => Record<string, unknown>;
  /** Throws `CallInputError`. */
  request: (input: Record<string, unknown>, facts: Record<string, unknown>) => CallRequest;
  /** The token that the call's own rule gives; undefined where it has no such rule. */
  token: ((input: Record<string, unknown>, facts: Record<string, unknown>) => unknown) | undefined;
  /** What the call may be made for only so often; undefined where it says no limit. Throws `CallInputError`. */
  limitedBy: ((input: Record<string, unknown>, facts: Record<string, unknown>) => unknown) | undefined;
  /** The answer as its schema declares it, with what is computed of it on a day (`yyyy-mm-dd`), or why it is none that counts. */
  readAnswer: (status: number, data: unknown, today: string) => ReadAnswer;
  /** Where an answer is not as its schema declares it, and why: names, never values. Undefined where it is. */
  unfit: (data: unknown) => string | undefined;
  /** Whether a good answer is the one that the call waits for. */
  isAwaited: (status: number, data: unknown) => boolean;
  /** What the log says of a failure, in the definition's own words; undefined where it says nothing of it. */
  failureText: (result: {
    failure?: string;
    status: number;
    data: unknown;
  }) => { failureStatus?: number; failureText: string } | undefined;
  /** What rules and words get of the answer; undefined where the call says nothing. @throws {RuleError} */
  value: ((data: unknown, input: Record<string, unknown>) => unknown) | undefined;
  /** What of the answer becomes options, as it is. @throws {RuleError} */
  rows: (data: unknown, input: Record<string, unknown>) => unknown;
}

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

/** What a header may hold: nothing that would end it, and nothing that servers read each in their own way. */
const headerText = (value: unknown, name: string): string => {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text === "string" && /^[\x20-\x7e]*$/.test(text)) return text;
  throw new CallInputError(`header "${name}" must be a plain text of one line, a number or a boolean`);
};

/** Ids of the files that answers name: one, a list of them, or none. */
function filesOf(value: unknown, part: string): FilePart[] {
  if (value === undefined || value === null) return [];
  return [value].flat().map((one: unknown) => {
    const { id } = (typeof one === "object" && one !== null ? one : {}) as { id?: unknown };
    if (typeof id !== "string" || id === "") throw new CallInputError(`part "${part}" must be files`);
    return { part, id };
  });
}

const fieldText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isPlainSegment = (segment: string): boolean =>
  /^[A-Za-z0-9._~-]+$/.test(segment) && !/^\.+$/.test(segment);

/** The path for inputs: a segment `{id}` is the value of the input. It must stay below the base address. */
function pathOf(path: string): (scope: RuleScope) => string {
  const segments = path.split("/").map((segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined && !isPlainSegment(segment))
      throw new Error(`The path of a call must be plain segments: ${path}`);
    return { segment, name };
  });
  return ({ variable: read }) =>
    segments
      .map(({ segment, name }) => {
        if (name === undefined) return segment;
        const value = read(`input.${name}`);
        const text = typeof value === "number" ? String(value) : value;
        if (typeof text === "string" && isPlainSegment(text)) return text;
        throw new CallInputError(`input "${name}" cannot be a part of the path`);
      })
      .join("/");
}

/** Texts by name, of rules; what has no value is left out. */
function parts(
  rules: Record<string, Rule>,
  text: (value: unknown, name: string) => string,
): (scope: RuleScope) => Record<string, string> {
  const compiled = Object.entries(rules).map(([name, rule]) => [name, compileRule(rule)] as const);
  return (scope) =>
    Object.fromEntries(
      compiled.flatMap(([name, rule]) => {
        const value = rule(scope);
        return value === undefined || value === null ? [] : [[name, text(value, name)]];
      }),
    );
}

/** Whether a rule over what came back holds; one that cannot be evaluated does not. */
function holds(rule: (scope: RuleScope) => unknown, came: { answer: unknown; status: number }): boolean {
  try {
    return truth(rule({ variable: (at) => variable(came, at) }));
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

function prepare(call: CompiledCall): PreparedCall {
  const name = `${call.service}.${call.call}`;
  type Given = [input: Record<string, unknown>, facts: Record<string, unknown>];
  /** What rules of the call make of its inputs. */
  const made =
    <Result>(make: (scope: RuleScope) => Result) =>
    (...[input, facts]: Given): Result => {
      try {
        return make({ variable: (at) => variable({ input, brand: facts }, at) });
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        throw new CallInputError(`${name}: a rule of it cannot be evaluated`, { cause: error });
      }
    };
  const path = pathOf(call.path);
  const isInput = validatorOf({
    type: "object",
    properties: call.input,
    required: Object.keys(call.input).filter((id) => !call.optional.includes(id)),
    additionalProperties: false,
  });
  const isAnswer = call.answer && validatorOf(call.answer);
  const compute = computeAnswer(call.computed ?? [], validatorOf);
  const success = call.success === undefined ? undefined : compileRule(call.success);
  const awaited = call.retries?.until && compileRule(call.retries.until.answer);
  const query = parts(call.query, queryText);
  const headers = parts(call.headers ?? {}, headerText);
  const token = call.authorization?.token === undefined ? undefined : compileRule(call.authorization.token);
  const body = call.body === undefined ? undefined : compileRule(call.body);
  const fields = parts(call.multipart?.fields ?? {}, fieldText);
  const files = Object.entries(call.multipart?.files ?? {}).map(
    ([part, rule]) => [part, compileRule(rule)] as const,
  );
  const rows = call.options?.rows === undefined ? undefined : compileRule(call.options.rows);
  const limited = call.limit && compileRule(call.limit.by);
  const worth = call.value === undefined ? undefined : compileRule(call.value);
  const failureTexts = (call.failureTexts ?? []).map(({ on, when, status, text }) => ({
    on: new Set<string | undefined>(on),
    when: when === undefined ? undefined : compileRule(when),
    says: { ...(status === undefined ? {} : { failureStatus: status }), failureText: text },
  }));
  return {
    checkInput: (input) => {
      const present = Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
      );
      if (!isInput(present)) throw new CallInputError(`${name}: ${inputFault(isInput.errors?.[0])}`);
      return present;
    },
    request: made((scope) => ({
      method: call.method,
      path: path(scope),
      query: query(scope),
      headers: headers(scope),
      body: body?.(scope),
      ...(call.multipart
        ? {
            parts: {
              files: files.flatMap(([part, rule]) => filesOf(rule(scope), part)),
              fields: fields(scope),
            },
          }
        : {}),
    })),
    token: token && made(token),
    limitedBy: limited && made(limited),
    readAnswer: (status, sent, today) => {
      const data = call.answer ? coerced(call.answer, sent) : sent;
      clearComputed(call.computed ?? [], data);
      if (isAnswer && !isAnswer(data)) return { data: null, failure: "garbled" };
      try {
        compute(data, today);
        const isGood = success?.({ variable: (at) => variable({ answer: data, status }, at) }) ?? true;
        return truth(isGood) ? { data } : { data, failure: "refused" };
      } catch (error) {
        if (error instanceof RuleError) return { data: null, failure: "garbled" };
        throw error;
      }
    },
    unfit: (sent) => {
      if (!isAnswer || isAnswer(coerced(call.answer!, sent))) return undefined;
      const [first] = isAnswer.errors ?? [];
      return first && `${first.instancePath || "/"} ${first.message}`;
    },
    isAwaited: (status, answer) => !awaited || holds(awaited, { answer, status }),
    failureText: ({ failure, status, data: answer }) =>
      failureTexts.find(({ on, when }) => on.has(failure) && (!when || holds(when, { answer, status })))
        ?.says,
    rows: (answer, input) => (rows ? rows({ variable: (at) => variable({ answer, input }, at) }) : answer),
    value: worth && ((answer, input) => worth({ variable: (at) => variable({ answer, input }, at) })),
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
