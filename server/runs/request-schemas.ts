/** What requests of the flow protocol may hold, as JSON Schema: how much of it, not yet what it means. */
import type { FastifyRequest } from "fastify";
import type { Revision } from "../../schemas/engine/all.ts";
import { ApiError } from "../http/errors.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { hostOf } from "../http/host.ts";
import { isPlainKey } from "../http/reject-prototype-keys.ts";

export const id = { type: "string", minLength: 1, maxLength: 80, pattern: "^[A-Za-z0-9-]+$" };
/** Longer than any field allows: the field's own limit is to say what is wrong. */
const longestText = 20_000;
const mostAnswers = 2_000;
/** Of an object that a raw form or an input holds: in each of its levels, and how many of these. */
const mostKeys = 500;
const deepest = 10;

export const object = (properties: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  type: "object",
  required: Object.keys(properties),
  additionalProperties: false,
  properties: { ...properties, ...optional },
});

/** A text, a number, yes or no, several of some options, or an object: a file's or a raw form's. */
const answer = {
  type: ["string", "number", "boolean", "array", "object", "null"],
  maxLength: longestText,
  maxItems: mostKeys,
  items: { type: "string", maxLength: 500 },
};
const answers = { type: "object", maxProperties: mostAnswers, additionalProperties: answer };
const version = { type: "integer", minimum: 0 };

/** No more than the engine keeps of it. */
const tracking = object({
  userId: { type: "string", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" },
  campaign: {
    type: "object",
    maxProperties: 50,
    additionalProperties: { type: "string", maxLength: 500 },
  },
});

export const begin = object({ flow: id, revision: id }, { tracking });
export const draft = object({ version, answers });
export const proceed = object({ step: id, version, answers }, { dialog: object({ id, button: id }) });
export const data = object({
  revision: id,
  flow: id,
  data: id,
  // A list is asked about as a list of objects.
  inputs: { type: "object", maxProperties: 100, additionalProperties: { ...answer, items: {} } },
});
export const withRun = object({ run: id });
export const withHeaders = {
  type: "object",
  required: ["idempotency-key"],
  properties: { "idempotency-key": { ...id, minLength: 8 } },
};

/**
 * Whether a value that a body may hold is too deep or too big, or has keys that are JavaScript's own. A schema would
 * have to say it for each level anew.
 */
export function isHostile(value: unknown, levels = deepest): boolean {
  if (typeof value === "string") return value.length > longestText;
  if (typeof value !== "object" || value === null) return false;
  const keys = Object.keys(value);
  return (
    levels === 0 ||
    keys.length > mostKeys ||
    (!Array.isArray(value) && !keys.every(isPlainKey)) ||
    Object.values(value).some((inner) => isHostile(inner, levels - 1))
  );
}

/** @throws {ApiError} for answers or inputs that are hostile. */
export function refuseHostile(body: unknown): void {
  const { answers: given = {}, inputs = {} } = (body ?? {}) as Record<string, object>;
  const hostile = Object.entries({ ...given, ...inputs }).find(([, value]) => isHostile(value));
  if (!hostile) return;
  throw new ApiError(400, "bad-request", `El contenido de «${hostile[0].slice(0, 80)}» no es válido.`);
}

/** The live revision of the brand whose host was asked. @throws {ApiError} when it is nobody's. */
export function revisionAsked(definitions: Definitions, request: FastifyRequest): Revision {
  const found = definitions.forHost(hostOf(request));
  if (!found) throw new ApiError(404, "not-found", "Este sitio no existe.");
  return found.revision;
}

/** That brand. @throws {ApiError} when it is nobody's. */
export const brandAsked = (definitions: Definitions, request: FastifyRequest): string =>
  revisionAsked(definitions, request).brand;
