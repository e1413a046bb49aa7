/** Refusals of whatever is asked of a run: of its steps, and of its files. */
import { runState, type Run } from "../store/runs.ts";
import { ApiError } from "./errors.ts";

export const noRun = (): ApiError =>
  new ApiError("no-run", "No encontramos este formulario: puede haber vencido. Vuelve a abrirlo.");

export const stale = (run: Run): ApiError =>
  new ApiError("stale", "Este formulario avanzó en otra pestaña.", runState(run));
