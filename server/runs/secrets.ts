/** Answers that are kept nowhere: passwords that are good once. */
import { fieldAt, type Answers, type CompiledFlow, type Prepared } from "../../schemas/engine/serve.ts";

export const hasSecrets = (flow: CompiledFlow | undefined): boolean =>
  flow !== undefined && Object.values(flow.fields).some(({ secret }) => secret === true);

/** The answers as they are written down. */
export function keptAnswers(prepared: Prepared, answers: Answers): Answers {
  if (!hasSecrets(prepared.flow)) return answers;
  return Object.fromEntries(
    Object.entries(answers).filter(([path]) => fieldAt(prepared, path)?.secret !== true),
  );
}
