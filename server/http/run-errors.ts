/** Refusals of whatever is asked of a run: of its steps, and of its files. */
import { runState, type Run } from "../store/runs.ts";
import { ApiError } from "./errors.ts";

export const noRun = (): ApiError => new ApiError("no-run");

export const stale = (run: Run): ApiError => new ApiError("stale.elsewhere", {}, { state: runState(run) });
