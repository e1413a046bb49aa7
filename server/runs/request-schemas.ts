/** What requests of the flow protocol may hold, as JSON Schema: how much of it, not yet what it means. */
import { ApiError } from "../http/errors.ts";
import { isPlainKey } from "../http/reject-prototype-keys.ts";

export const idSchema = { type: "string", minLength: 1, maxLength: 80, pattern: "^[A-Za-z0-9-]+$" };
/** As it stands in an address. */
export const subjectSchema = { type: "string", minLength: 1, maxLength: 120 };
/** Longer than any field allows: the field's own limit is to say what is wrong. */
const maxTextLength = 20_000;
const maxAnswers = 2_000;
/** Of an object that a raw form or an input holds: in each of its levels, and how many of these. */
const maxKeys = 500;
const maxDepth = 10;

export const objectSchema = (
  properties: Record<string, unknown>,
  optional: Record<string, unknown> = {},
) => ({
  type: "object",
  required: Object.keys(properties),
  additionalProperties: false,
  properties: { ...properties, ...optional },
});

/** A text, a number, yes or no, several of some options, or an object: a file's or a raw form's. */
const answer = {
  type: ["string", "number", "boolean", "array", "object", "null"],
  maxLength: maxTextLength,
  maxItems: maxKeys,
  items: { type: "string", maxLength: 500 },
};
const answers = { type: "object", maxProperties: maxAnswers, additionalProperties: answer };
const version = { type: "integer", minimum: 0 };

/** No more than the engine keeps of it. */
const tracking = objectSchema({
  userId: { type: "string", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" },
  campaign: {
    type: "object",
    maxProperties: 50,
    additionalProperties: { type: "string", maxLength: 500 },
  },
});

export const beginBody = objectSchema(
  { flow: idSchema, revision: idSchema },
  { subject: subjectSchema, tracking },
);
export const draftBody = objectSchema({ version, answers });
export const continueBody = objectSchema(
  { step: idSchema, version, answers },
  { dialog: objectSchema({ id: idSchema, button: idSchema }), keepDetails: { type: "boolean" } },
);
export const dataBody = objectSchema(
  {
    revision: idSchema,
    data: idSchema,
    // A list is asked about as a list of objects.
    inputs: { type: "object", maxProperties: 100, additionalProperties: { ...answer, items: {} } },
  },
  { flow: idSchema, screen: idSchema },
);
export const openedBody = objectSchema({
  revision: idSchema,
  screen: idSchema,
  params: { type: "object", maxProperties: 10, additionalProperties: { type: "string", maxLength: 300 } },
});
export const runParams = objectSchema({ run: idSchema });
export const idempotencyHeaders = {
  type: "object",
  required: ["idempotency-key"],
  properties: { "idempotency-key": { ...idSchema, minLength: 8 } },
};

/**
 * Whether a value that a body may hold is too deep or too big, or has keys that are JavaScript's own. A schema would
 * have to say it for each level anew.
 */
export function isUnsafeValue(value: unknown, levels = maxDepth): boolean {
  if (typeof value === "string") return value.length > maxTextLength;
  if (typeof value !== "object" || value === null) return false;
  const keys = Object.keys(value);
  return (
    levels === 0 ||
    keys.length > maxKeys ||
    (!Array.isArray(value) && !keys.every(isPlainKey)) ||
    Object.values(value).some((inner) => isUnsafeValue(inner, levels - 1))
  );
}

/** @throws {ApiError} for answers or inputs that are unsafe. */
export function rejectUnsafeValues(body: unknown): void {
  const { answers: given = {}, inputs = {} } = (body ?? {}) as Record<string, object>;
  const unsafe = Object.entries({ ...given, ...inputs }).find(([, value]) => isUnsafeValue(value));
  if (!unsafe) return;
  throw new ApiError("bad-request.value", { path: unsafe[0].slice(0, 80) });
}
