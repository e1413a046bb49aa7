import type { ApiProblem, DataAnswer, DataRequest } from "../../schemas/engine/evaluate.ts";
import { pointerUp } from "./after-pointer-up.ts";

/**
 * What came of a request: an answer, a refusal that the server put in words, or nothing that can be relied on
 * (no connection, a time-out, or a body that is not ours).
 */
export type Reply<T> =
  | { kind: "answer"; data: T }
  | { kind: "refusal"; status: number; problem: ApiProblem }
  | { kind: "lost" };

/** Longer than the server lets any service take. */
const requestTimeoutMs = 30_000;

interface SendOptions {
  headers?: Record<string, string>;
  keepalive?: boolean;
  /** Told of an answer's headers. */
  answered?: (headers: Headers) => void;
}

/** Asks the server, with JSON and for JSON. Never throws. What is being pressed is not moved by what comes. */
export async function send<T>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  address: string,
  body?: unknown,
  options: SendOptions = {},
): Promise<Reply<T>> {
  try {
    const response = await fetch(address, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: "same-origin",
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    options.answered?.(response.headers);
    if (response.status === 202 || response.status === 204) return { kind: "answer", data: undefined as T };
    const given: unknown = await response.json();
    await pointerUp();
    return readReply<T>(response.status, given);
  } catch {
    return { kind: "lost" };
  }
}

/** What the body of an answer says. */
export function readReply<T>(status: number, body: unknown): Reply<T> {
  // What the program refuses is an outcome as any other: it says which answers to mend, and what is offered now.
  const isOutcome = status === 422 && typeof body === "object" && body !== null && "outcome" in body;
  if ((status >= 200 && status < 300) || isOutcome) return { kind: "answer", data: body as T };
  return isApiProblem(body) ? { kind: "refusal", status, problem: body } : { kind: "lost" };
}

const isApiProblem = (data: unknown): data is ApiProblem =>
  typeof data === "object" && data !== null && "error" in data && typeof data.error === "string";

/** Asks a server for what data queries give: the one that the page came from, or another one by its origin. */
export const answersFrom =
  (origin = "") =>
  (request: DataRequest): Promise<Reply<DataAnswer>> =>
    send("POST", `${origin}/api/data`, request);
