import type { ApiProblem, RunState } from "../../schemas/engine/all.ts";

/** A refusal of the API: an HTTP status, a permanent word, and a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly state: RunState | undefined;
  readonly reason: ApiProblem["reason"];
  readonly went: ApiProblem["went"];
  /** Seconds, for `Retry-After`. */
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    state?: RunState,
    { reason, went, retryAfter }: Pick<ApiProblem, "reason" | "went"> & { retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.state = state;
    this.reason = reason;
    this.went = went;
    this.retryAfter = retryAfter;
  }

  /** The body that the browser gets. */
  body(requestId: string): ApiProblem {
    const { code, message, state, reason, went } = this;
    return {
      error: code,
      message,
      requestId,
      ...(state ? { state } : {}),
      ...(reason ? { reason } : {}),
      ...(went ? { went } : {}),
    };
  }
}
