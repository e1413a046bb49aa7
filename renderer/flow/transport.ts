import type {
  ApiProblem,
  BeginRequest,
  ContinueAnswer,
  ContinueRequest,
  DataAnswer,
  DataRequest,
  DraftRequest,
  RunState,
} from "../../schemas/engine/evaluate.ts";

/**
 * What came of a request: an answer, a refusal that the server put in words, or nothing that can be relied on
 * (no connection, a time-out, or a body that is not ours).
 */
export type Reply<T> =
  | { kind: "answer"; data: T }
  | { kind: "refusal"; status: number; problem: ApiProblem }
  | { kind: "lost" };

/** The run protocol as the browser speaks it. Tests give another one. */
export interface Transport {
  begin(request: BeginRequest): Promise<Reply<RunState>>;
  draft(run: string, request: DraftRequest, keepalive?: boolean): Promise<Reply<undefined>>;
  proceed(run: string, request: ContinueRequest, key: string): Promise<Reply<ContinueAnswer>>;
  data(request: DataRequest): Promise<Reply<DataAnswer>>;
}

/** Longer than the server lets any service take. */
const patience = 30_000;

async function send<T>(
  method: "POST" | "PATCH",
  address: string,
  body: unknown,
  options: { key?: string; keepalive?: boolean } = {},
): Promise<Reply<T>> {
  try {
    const response = await fetch(address, {
      method,
      headers: {
        "content-type": "application/json",
        ...(options.key === undefined ? {} : { "idempotency-key": options.key }),
      },
      body: JSON.stringify(body),
      credentials: "same-origin",
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 204) return { kind: "answer", data: undefined as T };
    const data: unknown = await response.json();
    if (response.ok) return { kind: "answer", data: data as T };
    return isApiProblem(data)
      ? { kind: "refusal", status: response.status, problem: data }
      : { kind: "lost" };
  } catch {
    return { kind: "lost" };
  }
}

const isApiProblem = (data: unknown): data is ApiProblem =>
  typeof data === "object" && data !== null && "error" in data && typeof data.error === "string";

/** The transport to the server that the page came from. */
export const http: Transport = {
  begin: (request) => send<RunState>("POST", "/api/runs", request),
  draft: (run, request, keepalive = false) =>
    send("PATCH", `/api/runs/${encodeURIComponent(run)}/answers`, request, { keepalive }),
  proceed: (run, request, key) =>
    send("POST", `/api/runs/${encodeURIComponent(run)}/continue`, request, { key }),
  data: (request) => send("POST", "/api/data", request),
};
