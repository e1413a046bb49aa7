import type { Queries } from "../store/store.ts";
import { submissionsNamed, type SubmissionFacts } from "../store/submissions.ts";
import { OperatorError } from "./operator-error.ts";

/** What tells a submission from others of the same number. */
export interface SubmissionQuery {
  brand?: string | undefined;
  flow?: string | undefined;
}

/** The one submission that a number or an id names. @throws {OperatorError} where there is none, or several */
export async function findSubmission(
  db: Queries,
  name: string,
  query: SubmissionQuery,
): Promise<SubmissionFacts> {
  const found = await submissionsNamed(db, name, query);
  const [one, ...others] = found;
  if (!one) throw new OperatorError(`No hay ninguna solicitud «${name}».`);
  if (others.length === 0) return one;
  const list = found.map(
    ({ id, brand, flow, created_at }) => `  ${id}  --brand ${brand} --flow ${flow}  ${created_at}`,
  );
  throw new OperatorError(
    `Hay ${found.length} solicitudes «${name}». Indica cuál, por su id o con:\n${list.join("\n")}`,
  );
}
