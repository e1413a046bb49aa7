/** Served steps of forms: answers as a form library holds them, and what its validator says of them. */
import type { ErrorObject } from "ajv";
import type { ValidatorType } from "@rjsf/utils";
import {
  rowPath,
  rowsIn,
  type Answer,
  type Answers,
  type CompiledFlow,
  type CompiledStep,
} from "../../schemas/engine/all.ts";

type Data = { [key: string]: unknown };

/** The answers of a step as data of its form: by section, by group, and a list's rows as objects. */
export function formData(flow: CompiledFlow, step: CompiledStep, answers: Answers): Data {
  const values = (paths: readonly string[], pathOf: (path: string) => string): Data =>
    Object.fromEntries(
      paths.flatMap((path): [string, unknown][] => {
        const { id, type, fields = [] } = flow.fields[path]!;
        if (type === "group") return [[id, values(fields, pathOf)]];
        const answer = answers[pathOf(path)];
        if (type === "list") {
          if (answer === undefined) return [];
          return [[id, rowsIn(answer).map((row) => values(fields, (one) => rowPath(path, row, one)))]];
        }
        return answer === undefined ? [] : [[id, answer]];
      }),
    );
  const raw = rawField(flow, step);
  if (raw) return (answers[raw.path] ?? {}) as Data;
  return Object.fromEntries(step.sections.map(({ id, fields }) => [id, values(fields, (path) => path)]));
}

const rawField = (flow: CompiledFlow, { id }: CompiledStep) =>
  Object.values(flow.fields).find(({ raw, path }) => raw && path.startsWith(`${id}.`));

/** Paths of the fields that a validator finds something wrong with. */
export function wrongFields(
  validator: ValidatorType,
  schema: object,
  { flow, step, answers }: { flow: CompiledFlow; step: CompiledStep; answers: Answers },
): string[] {
  const { errors = [] } = validator.rawValidation<ErrorObject>(schema, formData(flow, step, answers));
  const raw = rawField(flow, step);
  if (raw) return errors.length > 0 ? [raw.path] : [];
  const paths = errors.flatMap(({ keyword, instancePath, params }) => {
    if (keyword === "if") return [];
    const keys = instancePath.split("/").slice(1);
    const missing = (params as { missingProperty?: string }).missingProperty;
    const path = fieldPath(flow, step, missing === undefined ? keys : [...keys, missing], answers);
    return path === undefined ? [`${instancePath} ${keyword}`] : [path];
  });
  return [...new Set(paths)].toSorted();
}

/** The field at a place of a form's data, with its row. */
function fieldPath(
  flow: CompiledFlow,
  step: CompiledStep,
  [section, ...keys]: string[],
  answers: Record<string, Answer | undefined>,
): string | undefined {
  if (!step.sections.some(({ id }) => id === section)) return undefined;
  let path = step.id;
  let list: string | undefined;
  for (const key of keys) {
    if (list !== undefined && /^\d+$/.test(key)) {
      path = `${path}.${rowsIn(answers[path])[Number(key)]}`;
      continue;
    }
    path = `${path}.${key}`;
    const compiled = compiledPath(path);
    const field = flow.fields[compiled];
    // Inside an answer that is an object.
    if (!field) return path.slice(0, path.lastIndexOf("."));
    if (field.type === "list") list = path;
    else if (field.type !== "group" && field.list === undefined) return path;
  }
  return path;
}

/** A path without its row. */
export const compiledPath = (path: string): string => path.replace(/\.r[1-9][0-9]*(?=\.|$)/, "");
