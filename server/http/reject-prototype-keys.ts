import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";

/** What JavaScript itself keeps under a name is no name of anything that is sent here. */
const prototypeKeys = new Set(["__proto__", "constructor", "prototype"]);

export const isPlainKey = (key: string): boolean => !prototypeKeys.has(key);

/** Levels of a whole body: an answer may have ten, below the body and its answers. */
const maxDepth = 12;

/** Whether every store keeps a text as it is: half a sign has no bytes of its own, and PostgreSQL has none for NUL. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const unsafeKey = (key: string): ApiError => new ApiError("bad-request.key", { key });

/** The first key that is JavaScript's own, or the value that goes too deep or that nothing could keep. */
function findUnsafePart(value: unknown, levels: number): ApiError | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : new ApiError("bad-request.character");
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return new ApiError("bad-request.depth");
  if (Array.isArray(value)) {
    for (const inner of value) {
      const found = findUnsafePart(inner, levels - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (prototypeKeys.has(key)) return unsafeKey(key);
    const found = findUnsafePart(key, levels) ?? findUnsafePart(inner, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A parsed body is a plain object or a list; what is streamed, or is bytes, has no keys. */
const isParsed = (body: unknown): boolean =>
  Array.isArray(body) ||
  (typeof body === "object" &&
    body !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(body) as object | null));

function findUnsafe({ url, body, query }: FastifyRequest): ApiError | undefined {
  // A page is the brand's page whatever its address has besides: it reads the names that it knows.
  const key = url.startsWith("/api/")
    ? Object.keys(query ?? {}).find((name) => prototypeKeys.has(name))
    : undefined;
  if (key !== undefined) return unsafeKey(key);
  return isParsed(body) ? findUnsafePart(body, maxDepth) : undefined;
}

/** Keys that are JavaScript's own are refused wherever they come: in bodies, and in queries of calls. */
export function rejectPrototypeKeys(server: FastifyInstance): void {
  server.addHook("preValidation", (request, _reply, done) => {
    done(findUnsafe(request));
  });
}
