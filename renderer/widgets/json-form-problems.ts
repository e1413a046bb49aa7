import type { ErrorSchema } from "@rjsf/utils";
import {
  fillWords,
  pathOfPointer,
  plainWords,
  type CompiledFlow,
  type Json,
  type LeafError,
  type LeafValidator,
} from "../../schemas/engine/evaluate.ts";

type Path = (string | number)[];

/** A problem at its place in the form. */
export interface PlacedProblem {
  /** From the form's root. */
  path: Path;
  keyword: string;
  /** For the placeholders of its words, besides the name of its place. */
  values: Record<string, string>;
}

export interface Judges {
  whole: LeafValidator;
  /** The validator of one option. */
  option(schema: unknown): LeafValidator | undefined;
  /** Index of the option that is shown at a place. */
  chosen(path: Path, options: unknown[], value: unknown, parent: Record<string, unknown>): number;
}

/** What is wrong with an answer, at most once a place. Of options, only what is wrong with the chosen one. */
export function placedProblems({ whole, ...judges }: Judges, answer: Json): PlacedProblem[] {
  const places = new Map<string, PlacedProblem>();
  for (const error of ofChosen(judges, errorsOf(whole, answer), answer, [])) {
    const problem = placed(error, answer);
    const key = JSON.stringify(problem.path);
    if (!places.has(key)) places.set(key, problem);
  }
  return [...places.values()];
}

function errorsOf(validator: LeafValidator, value: unknown, above = ""): LeafError[] {
  if (validator(value)) return [];
  const errors = (validator.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return errors.map((error) => ({ ...error, instancePath: above + (error.instancePath ?? "") }));
}

const signature = ({ instancePath, keyword, params }: LeafError): string =>
  JSON.stringify([instancePath, keyword, params]);

const isUnion = ({ keyword }: LeafError): boolean => keyword === "oneOf" || keyword === "anyOf";

/** Without what is wrong with options that were not chosen. */
function ofChosen(
  judges: Omit<Judges, "whole">,
  errors: LeafError[],
  answer: Json,
  done: string[],
): LeafError[] {
  const unions = errors.filter((error) => isUnion(error) && !done.includes(signature(error)));
  const union = unions.toSorted((a, b) => (a.instancePath ?? "").length - (b.instancePath ?? "").length)[0];
  if (!union) return errors;
  const { instancePath = "", keyword, parentSchema = {} } = union;
  const options = Array.isArray(parentSchema[keyword]) ? (parentSchema[keyword] as unknown[]) : [];
  const path = pathOfPointer(instancePath, answer);
  const value = path.reduce<unknown>((here, key) => (here as Record<string | number, unknown>)[key], answer);
  const each = options.map((option) => {
    const validator = judges.option(option);
    return validator ? errorsOf(validator, value, instancePath) : [];
  });
  const mine = each[judges.chosen(path, options, value, parentSchema)] ?? [];
  const theirs = new Set(each.flat().map(signature));
  const own = signature(union);
  const rest = errors.filter((error) => signature(error) !== own && !theirs.has(signature(error)));
  // An option that fits is one too many; a list of single values is one question.
  const said = mine.length === 0 || options.every(isSingle) ? [union] : mine;
  return ofChosen(judges, [...rest, ...said], answer, [...done, own]);
}

const isSingle = (option: unknown): boolean =>
  typeof option === "object" && option !== null && ("const" in option || "enum" in option);

function placed(
  { keyword, params, instancePath = "", parentSchema = {} }: LeafError,
  answer: Json,
): PlacedProblem {
  const path = pathOfPointer(instancePath, answer);
  const { missingProperty, additionalProperty, propertyName } = params;
  const inside = missingProperty ?? additionalProperty ?? propertyName;
  if (typeof inside === "string") path.push(inside);
  const limit = params["limit"] ?? params["multipleOf"];
  const single =
    isUnion({ keyword, params }) && [parentSchema[keyword]].flat().every(isSingle) ? "enum" : keyword;
  return { path, keyword: single, values: limit === undefined ? {} : { limit: String(limit) } };
}

/** As what a place is asked; the common words for what is missing differ by it. */
export type QuestionType = "text" | "choice" | "choices" | "boolean" | "list";

/** What a shopper reads of a problem, with the name and the type that its place is drawn with. */
export function problemText(
  { problems }: CompiledFlow,
  { keyword, values }: PlacedProblem,
  label: string,
  type: QuestionType,
): string {
  // A tick that has to be there, and was taken away, is missing.
  const missing = keyword === "const" && type === "boolean" ? ["required.boolean"] : [];
  const worded = [...missing, `${keyword}.${type}`, keyword, "invalid"].find((one) =>
    Object.hasOwn(problems, one),
  );
  const words = (worded === undefined ? undefined : problems[worded]) ?? keyword;
  return plainWords(fillWords(words, (name) => (name === "label" ? label : (values[name] ?? ""))));
}

/** Problems as rjsf places them: by their keyword, what they say is for who draws the place. */
export function errorSchema(problems: PlacedProblem[]): ErrorSchema {
  const root: ErrorSchema = {};
  for (const { path, keyword } of problems) {
    let here = root as Record<string, ErrorSchema>;
    for (const key of path) {
      if (!Object.hasOwn(here, key)) here[key] = {};
      here = here[key] as Record<string, ErrorSchema>;
    }
    (here as ErrorSchema).__errors = [keyword];
  }
  return root;
}
