import {
  fieldAt,
  maxRows,
  rowsIn,
  withoutReset,
  type Answer,
  type Answers,
  type CompiledField,
  type Prepared,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { isUnsafeValue } from "./request-schemas.ts";
import { unknownKeys } from "./errors.ts";

/**
 * The answers with what was sent; null and empty remove. With a `step` it is Continuar on that step, else a draft.
 * What was answered in a row goes with the row, and what a changed answer resets goes too.
 * @throws {ApiError} `unknown-key` when a path is no field of the flow, or of the step where one is named, or when it
 * stands in a row that its list does not have (a draft of such a one is dropped); `bad-request` for what is no answer
 * of its field's type; `too-many-rows`.
 */
export function mergeAnswers(
  prepared: Prepared,
  answers: Answers,
  sent: Record<string, Answer | null>,
  step?: string,
): Answers {
  const asked = (path: string): boolean =>
    fieldAt(prepared, path) !== undefined && (step === undefined || path.startsWith(`${step}.`));
  const unknown = Object.keys(sent).filter((path) => !asked(path));
  if (unknown.length > 0) throw unknownKeys(unknown);
  const laid: Answers = { ...answers };
  for (const [path, value] of Object.entries(sent)) {
    // What a run is about, it stays about.
    if (path === prepared.flow.subject && answers[path] !== undefined) continue;
    // White space around a text is no part of it, once it is meant to be whole.
    const text = step !== undefined && typeof value === "string" ? value.trim() : value;
    if (text === null || text === "") {
      delete laid[path];
      continue;
    }
    const field = fieldAt(prepared, path)!;
    if (!mayBe(field, text)) throw notAnAnswer(path);
    checkRows(field, text);
    laid[path] = text;
  }
  const merged = withoutReset(prepared, answers, laid, Object.keys(sent));
  const orphans = Object.keys(merged).filter((path) => isOrphan(prepared, merged, path));
  const refused = orphans.filter((path) => (sent[path] ?? null) !== null);
  if (step !== undefined && refused.length > 0) throw unknownKeys(refused);
  for (const path of orphans) delete merged[path];
  return merged;
}

/** Those of some values that are answers of a flow, for a run that begins with them. */
export function startingAnswers(prepared: Prepared, values: Record<string, unknown>): Answers {
  const fitting = Object.entries(values).flatMap(([path, value]): [string, Answer][] => {
    const field = fieldAt(prepared, path);
    return field && isAnswer(value) && mayBe(field, value) ? [[path, value]] : [];
  });
  const answers = Object.fromEntries(fitting);
  return Object.fromEntries(fitting.filter(([path]) => !isOrphan(prepared, answers, path)));
}

const isAnswer = (value: unknown): value is Answer =>
  Array.isArray(value)
    ? value.every((one) => typeof one === "string")
    : value !== null && value !== undefined && !isUnsafeValue(value);

/** Rows decide what is asked, and objects what a rule may look into: neither may be anything else. */
function mayBe({ type }: CompiledField, answer: Answer): boolean {
  const isObject = typeof answer === "object" && !Array.isArray(answer);
  if (isObject) return type === "file" || type === "json";
  if (type === "group" || type === "display") return false;
  if (type !== "list") return true;
  return Array.isArray(answer) && rowsIn(answer).length === answer.length;
}

/** A list's own limit is for the engine to tell; where it has none or a lower one, this is how much is looked at. */
function checkRows({ path, type, schema }: CompiledField, answer: Answer): void {
  const most = Math.max(maxRows, Number(schema["maxItems"] ?? 0));
  if (type === "list" && Array.isArray(answer) && answer.length > most) {
    throw new ApiError("too-many-rows", { path, limit: most });
  }
}

const notAnAnswer = (path: string): ApiError =>
  new ApiError("bad-request.answer", { path: path.slice(0, 80) });

/** Whether an answer stands in a row that its list does not have. */
function isOrphan(prepared: Prepared, answers: Answers, path: string): boolean {
  const list = fieldAt(prepared, path)?.list;
  if (list === undefined) return false;
  const row = path.slice(list.length + 1).split(".", 1)[0]!;
  const rows = answers[list];
  return !Array.isArray(rows) || !rows.includes(row);
}
