/** How submissions read on a terminal. */
import type { ListedSubmission } from "../../server/store/identifiers.ts";
import { indented, table, time } from "./words.ts";

const states: Record<ListedSubmission["state"], string> = {
  pending: "pendiente",
  accepted: "aceptada",
  failed: "fallida",
};

export function listText(submissions: ListedSubmission[]): string {
  if (submissions.length === 0) return "No hay solicitudes así.";
  const head = ["número", "id", "estado", "marca", "formulario", "enviada"];
  const rows = submissions.map(({ number, id, state, brand, flow, created_at }) => [
    number,
    id,
    states[state],
    brand,
    flow,
    time(created_at),
  ]);
  return table([head, ...rows]);
}

/** An answer by its path; of what was chosen, how it was called too. */
function answerLine(path: string, answer: unknown, label: string | undefined): string {
  const value = typeof answer === "string" ? answer : JSON.stringify(answer);
  return `${path}: ${label === undefined || label === value ? value : `${label} (${value})`}`;
}

export function submissionText(
  submission: ListedSubmission,
  answers: Record<string, unknown>,
  labels: Record<string, string>,
): string {
  const { number, id, state, brand, flow, revision, created_at, decided_at } = submission;
  return [
    `Solicitud:  ${number}`,
    `Id:         ${id}`,
    `Estado:     ${states[state]}${decided_at === null ? "" : ` (${time(decided_at)})`}`,
    `Marca:      ${brand}`,
    `Formulario: ${flow}`,
    `Revisión:   ${revision}`,
    `Enviada:    ${time(created_at)}`,
    "Respuestas:",
    ...Object.entries(answers).map(([path, answer]) => indented(answerLine(path, answer, labels[path]))),
  ].join("\n");
}
