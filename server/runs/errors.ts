import type { RunTransfer } from "../../schemas/engine/all.ts";
import { ApiError } from "../http/errors.ts";
import { runState, type Run } from "../store/runs.ts";

/** The refusals of the flow protocol, each with its permanent word. */

export { noRun, stale } from "../http/run-errors.ts";

export const runTransferred = (went: RunTransfer): ApiError =>
  new ApiError("went", "Seguiste este formulario en otro dispositivo.", undefined, { went });

/** The step was open once; an answer before it has changed since. */
export const changedBefore = (run: Run): ApiError =>
  new ApiError("stale", "Cambiaste datos anteriores: revisa este paso para continuar.", runState(run), {
    reason: "changed",
  });

export const dialogAlreadyAnswered = (run: Run): ApiError =>
  new ApiError("stale", "Este aviso ya se respondió o ya no corresponde.", runState(run));

export const unknownButton = (button: string): ApiError =>
  new ApiError("unknown-button", `Este aviso no tiene el botón «${button}».`);

export const notMounted = (): ApiError =>
  new ApiError(
    "unavailable",
    "El formulario con el que sigue este trámite no está disponible. Guardamos tus respuestas: vuelve a intentarlo en unos minutos.",
  );

export const idempotencyKeyReused = (): ApiError =>
  new ApiError("key-reused", "Esta clave de intento ya se usó con otros datos.");

export const busy = (): ApiError => new ApiError("busy", "Ya estamos procesando este formulario.");

export const unknownKeys = (keys: string[]): ApiError =>
  new ApiError(
    "unknown-key",
    `Hay claves que este formulario no tiene: ${keys.map((key) => `«${key.slice(0, 80)}»`).join(", ")}.`,
  );
