/** Answers that are kept nowhere: passwords that are good once. */
import { fieldAt, type Answers, type CompiledFlow, type Prepared } from "../../schemas/engine/serve.ts";

const known = new WeakMap<CompiledFlow, boolean>();

export function hasSecrets(flow: CompiledFlow | undefined): boolean {
  if (flow === undefined) return false;
  const has = known.get(flow) ?? Object.values(flow.fields).some(({ secret }) => secret === true);
  known.set(flow, has);
  return has;
}

/** The answers as they are written down. */
export function keptAnswers(prepared: Prepared, answers: Answers): Answers {
  if (!hasSecrets(prepared.flow)) return answers;
  return Object.fromEntries(
    Object.entries(answers).filter(([path]) => fieldAt(prepared, path)?.secret !== true),
  );
}
