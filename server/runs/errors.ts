import type { RunTransfer } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { runState, type Run } from "../store/runs.ts";

/** The refusals of the flow protocol, each with its permanent word. */

export { noRun, stale } from "../http/run-errors.ts";

export const runTransferred = (went: RunTransfer): ApiError => new ApiError("went", {}, { went });

/** The step was open once; an answer before it has changed since. */
export const changedBefore = (run: Run): ApiError =>
  new ApiError("stale.changed", {}, { state: runState(run), reason: "changed" });

export const dialogAlreadyAnswered = (run: Run): ApiError =>
  new ApiError("stale.answered", {}, { state: runState(run) });

export const unknownButton = (button: string): ApiError => new ApiError("unknown-button", { button });

export const notMounted = (): ApiError => new ApiError("unavailable.flow");

export const idempotencyKeyReused = (): ApiError => new ApiError("key-reused");

export const busy = (): ApiError => new ApiError("busy");

export const unknownKeys = (keys: string[]): ApiError =>
  new ApiError("unknown-key.form", { keys: keys.map((key) => `«${key.slice(0, 80)}»`).join(", ") });
