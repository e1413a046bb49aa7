import type {
  ApiProblem,
  BeginRequest,
  ContinueAnswer,
  ContinueRequest,
  DataAnswer,
  DataRequest,
  DraftAnswer,
  DraftRequest,
  FileAnswer,
  HandoffAnswer,
  HandoffArrival,
  HandoffRequest,
  RunState,
} from "../../schemas/engine/evaluate.ts";
import { trackingOfVisit } from "../app/visit.ts";
import { sendFile, type UploadOptions } from "./uploads.ts";

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
  /** Tells the state where steps are not done any more because of it. */
  draft(run: string, request: DraftRequest, keepalive?: boolean): Promise<Reply<DraftAnswer | undefined>>;
  /** `captcha` is the provider's token, where the page asks for one and there is one. */
  proceed(
    run: string,
    request: ContinueRequest,
    key: string,
    captcha?: string,
  ): Promise<Reply<ContinueAnswer>>;
  data(request: DataRequest): Promise<Reply<DataAnswer>>;
  /** Sends a file for the field with this path. */
  upload(run: string, path: string, file: File, options: UploadOptions): Promise<Reply<FileAnswer>>;
  /** Asks for a mail to go on with on another device. Left out where the run is on no server. */
  handOff?(run: string, request: HandoffRequest): Promise<Reply<undefined>>;
  /** Takes away a file that was sent before. */
  discard(run: string, file: string): Promise<Reply<undefined>>;
}

/** Longer than the server lets any service take. */
const patience = 30_000;

async function send<T>(
  method: "POST" | "PATCH" | "DELETE",
  address: string,
  body?: unknown,
  options: { headers?: Record<string, string>; keepalive?: boolean } = {},
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
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 202 || response.status === 204) return { kind: "answer", data: undefined as T };
    return readReply<T>(response.status, await response.json());
  } catch {
    return { kind: "lost" };
  }
}

function readReply<T>(status: number, body: unknown): Reply<T> {
  // What the program refuses is an outcome as any other: it says which answers to mend, and what is offered now.
  const isOutcome = status === 422 && typeof body === "object" && body !== null && "outcome" in body;
  if ((status >= 200 && status < 300) || isOutcome) return { kind: "answer", data: body as T };
  return isApiProblem(body) ? { kind: "refusal", status, problem: body } : { kind: "lost" };
}

const isApiProblem = (data: unknown): data is ApiProblem =>
  typeof data === "object" && data !== null && "error" in data && typeof data.error === "string";

/** Where a document of what was submitted is. */
export const documentAddress = (run: string, document: string): string =>
  `/api/runs/${encodeURIComponent(run)}/documents/${encodeURIComponent(document)}`;

/** Asks a server for what data queries give: the one that the page came from, or another one by its origin. */
export const answersFrom =
  (origin = ""): Transport["data"] =>
  (request) =>
    send("POST", `${origin}/api/data`, request);

/** Takes a run here from another device. */
export const arriveFromElsewhere = (request: HandoffArrival): Promise<Reply<HandoffAnswer>> =>
  send("POST", "/api/handoffs", request);

/** The transport to the server that the page came from. */
export const http: Transport = {
  begin: (request) => send<RunState>("POST", "/api/runs", { ...request, tracking: trackingOfVisit() }),
  draft: (run, request, keepalive = false) =>
    send("PATCH", `/api/runs/${encodeURIComponent(run)}/answers`, request, { keepalive }),
  proceed: (run, request, key, captcha) =>
    send("POST", `/api/runs/${encodeURIComponent(run)}/continue`, request, {
      headers: { "idempotency-key": key, ...(captcha === undefined ? {} : { "x-captcha": captcha }) },
    }),
  data: answersFrom(),
  upload(run, path, file, options) {
    const query = new URLSearchParams({ name: file.name, field: path });
    return sendFile(
      `/api/runs/${encodeURIComponent(run)}/files?${query}`,
      file,
      options,
      readReply<FileAnswer>,
    );
  },
  handOff: (run, request) => send("POST", `/api/runs/${encodeURIComponent(run)}/handoff`, request),
  discard: (run, file) =>
    send("DELETE", `/api/runs/${encodeURIComponent(run)}/files/${encodeURIComponent(file)}`),
};
