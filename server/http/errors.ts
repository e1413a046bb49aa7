import { apiErrors, type ApiErrorCode, type ApiProblem, type RunState } from "../../schemas/engine/all.ts";

interface ApiErrorDetails extends Pick<ApiProblem, "reason" | "went"> {
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** Where the code has several: what HTTP itself calls it. */
  status?: number;
}

/** A refusal of the API: one of its permanent codes, with the status of that, and a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly state: RunState | undefined;
  readonly reason: ApiProblem["reason"];
  readonly went: ApiProblem["went"];
  /** Seconds, for `Retry-After`. */
  readonly retryAfter: number | undefined;
  constructor(
    code: ApiErrorCode,
    message: string,
    state?: RunState,
    { reason, went, retryAfter, status = apiErrors[code] }: ApiErrorDetails = {},
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
