/** What a provider sent, as the definition of the event reads it. */
import { createHash } from "node:crypto";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import {
  compileRule,
  truth,
  type CompiledEventType,
  type EventOutcome,
  type Rule,
  type RuleScope,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { canonicalJson } from "../canonical-json.ts";

export interface ReadEvent {
  outcome: EventOutcome;
  /** Hash of what tells it from others. */
  key: string;
  payload: Record<string, unknown>;
}

/** What an address and a form can say is text: a number that is one may be written so. */
const ajv = new Ajv({ strict: false, coerceTypes: true });
formats.default(ajv);

const validators = new WeakMap<CompiledEventType, ValidateFunction>();

function validatorOf(type: CompiledEventType): ValidateFunction {
  let known = validators.get(type);
  if (!known) {
    known = ajv.compile({
      type: "object",
      properties: type.payload,
      required: Object.keys(type.payload).filter((name) => !type.optional.includes(name)),
      additionalProperties: false,
    });
    validators.set(type, known);
  }
  return known;
}

const unreadable = (): ApiError => new ApiError("unknown-event");

/** @throws {ApiError} `unknown-event` for what does not have the shape that the definition says. */
export function checkPayload(
  type: CompiledEventType,
  payload: Record<string, unknown>,
): Record<string, unknown> {
  const checked = structuredClone(payload);
  if (!validatorOf(type)(checked)) throw unreadable();
  return checked;
}

export const eventKey = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("base64url");

/** In this order: what went wrong is not taken for what went right. */
const order = ["refused", "cancelled", "came"] as const satisfies readonly EventOutcome[];

/** @throws {ApiError} `unknown-event` where no rule holds, or something is not as the definition says. */
export function readEvent(type: CompiledEventType, received: Record<string, unknown>): ReadEvent {
  if (!type.receives) throw unreadable();
  const { outcomes, key, with: read } = type.receives;
  const scope: RuleScope = { variable: (path) => receivedAt(received, path) };
  const value = (rule: Rule): unknown => compileRule(rule)(scope) ?? null;
  const outcome = order.find((one) => outcomes[one] !== undefined && truth(value(outcomes[one])));
  if (outcome === undefined) throw unreadable();
  const given = Object.entries(read).flatMap(([name, rule]): [string, unknown][] => {
    const one = value(rule);
    return one === null || one === "" ? [] : [[name, one]];
  });
  const told = key === undefined ? null : value(key);
  return {
    outcome,
    key: eventKey(told === null || told === "" ? received : told),
    payload: checkPayload(type, Object.fromEntries(given)),
  };
}

function receivedAt(received: Record<string, unknown>, path: string): unknown {
  const [, ...names] = path.split(".");
  let value: unknown = received;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
