import type { ApiProblem, RunState } from "../schemas/engine/all.ts";

/** A refusal of the API: an HTTP status, a permanent word, and a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly state: RunState | undefined;
  readonly more: Pick<ApiProblem, "reason">;
  constructor(
    status: number,
    code: string,
    message: string,
    state?: RunState,
    more: Pick<ApiProblem, "reason"> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.state = state;
    this.more = more;
  }

  /** The body that the browser gets. */
  body(requestId: string): ApiProblem {
    const { code, message, state, more } = this;
    return { error: code, message, requestId, ...(state ? { state } : {}), ...more };
  }
}
