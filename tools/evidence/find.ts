import { submissionsNamed, type SubmissionFacts } from "../../server/store/submissions.ts";
import type { Queries } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";

export interface Asked {
  brand?: string | undefined;
  flow?: string | undefined;
}

/** The options by which a submission is told from others of the same number. */
export const askedOptions = {
  brand: { type: "string" },
  flow: { type: "string" },
} as const;

/** The one submission that a number or an id names. @throws {UsageError} where there is none, or several. */
export async function findOne(
  db: Queries,
  names: string[],
  asked: Asked,
  usage: string,
): Promise<SubmissionFacts> {
  const [name, ...rest] = names;
  if (name === undefined || rest.length > 0)
    throw new UsageError(`Falta un número de solicitud, y uno solo.\n${usage}`);
  const found = await submissionsNamed(db, name, asked);
  const [one, ...others] = found;
  if (!one) throw new UsageError(`No hay ninguna solicitud «${name}».`);
  if (others.length === 0) return one;
  const list = found.map(
    ({ id, brand, flow, created_at }) => `  ${id}  --brand ${brand} --flow ${flow}  ${created_at}`,
  );
  throw new UsageError(
    `Hay ${found.length} solicitudes «${name}». Indica cuál, por su id o con:\n${list.join("\n")}`,
  );
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
