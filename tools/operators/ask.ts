/** What several commands ask for alike. */
import { findSubmission, type SubmissionQuery } from "../../server/operators/find-submission.ts";
import type { Queries } from "../../server/store/store.ts";
import type { SubmissionFacts } from "../../server/store/submissions.ts";
import { UsageError } from "../authors/project.ts";

/** The options by which a submission is told from others of the same number. */
export const submissionOptions = {
  brand: { type: "string" },
  flow: { type: "string" },
} as const;

/** The one submission that the words name. @throws {OperatorError} where there is none, or several */
export async function findOne(
  db: Queries,
  names: string[],
  query: SubmissionQuery,
  usage: string,
): Promise<SubmissionFacts> {
  const [name, ...rest] = names;
  if (name === undefined || rest.length > 0)
    throw new UsageError(`Falta un número de solicitud, y uno solo.\n${usage}`);
  return await findSubmission(db, name, query);
}

/** What somebody gives as a reason. It stays for ever: nothing personal belongs in it. @throws {UsageError} */
export function reasonOf(reason: string | undefined, usage: string): string {
  const text = reason?.trim() ?? "";
  if (text === "")
    throw new UsageError(
      `Falta el motivo: --reason "…". Queda para siempre: sin datos de personas.\n${usage}`,
    );
  if (text.length > 300) throw new UsageError("El motivo tiene más de 300 caracteres.");
  return text;
}
