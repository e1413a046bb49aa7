import type { ReadFile } from "../1-read/read.ts";
import { nearest } from "./nearest.ts";
import { typeOf, type Field, type Flow, type Project } from "./project.ts";
import type { RuleArgument } from "./rules.ts";
import { depthOf, valuesAt } from "./trees.ts";
import { factValues, type Scope } from "./variables.ts";
import { asList, asObject, isObject } from "./values.ts";

/** The values that a choice can have; undefined when a service gives them. */
export function choiceValues(flow: Flow, field: Field): string[] | undefined {
  const options = field.value["options"];
  if (Array.isArray(options)) return options.map(String);
  const source = asObject(options);
  if (Array.isArray(source["list"])) return source["list"].map((one) => String(asObject(one)["value"]));
  const tree = flow.trees.get(String(source["tree"]));
  if (!tree) return undefined;
  const depth = depthOf(flow, field);
  return depth === undefined ? undefined : valuesAt(tree, depth);
}

/** What a variable can be, for people and for comparing; undefined when that is not known. */
function possible(project: Project, scope: Scope, path: string): { values: unknown[] } | "text" | undefined {
  if (path.startsWith("brand.")) {
    const known = [...factValues(scope.brands, path.slice("brand.".length)).values()];
    return known.length > 0 && !project.unsureBrands ? { values: known } : undefined;
  }
  const field = scope.flow?.fields.get(path);
  if (!field || !scope.flow || project.report.isSpoiled(scope.flow.file, field.at)) return undefined;
  const tree = scope.flow.trees.get(String(asObject(field.value["options"])["tree"]));
  if (tree && project.report.isSpoiled(tree.file)) return undefined;
  const type = typeOf(project, field);
  if (type === "boolean") return { values: [true, false] };
  if (type === "text") return "text";
  const values = type === "choice" ? choiceValues(scope.flow, field) : undefined;
  return values ? { values } : undefined;
}

const pathOf = (argument: unknown): string | undefined => {
  const name = isObject(argument) ? [argument["var"]].flat()[0] : undefined;
  return typeof name === "string" ? name : undefined;
};

const isLiteral = (value: unknown): boolean => typeof value !== "object" && value !== undefined;

/** By type alone: `==` takes a text and a number for equal, `===` and `in` do not. */
const couldEqual = (one: unknown, other: unknown, operator: string): boolean =>
  typeof one === "boolean" || typeof other === "boolean"
    ? one === other
    : typeof one === typeof other || operator === "==";

/** Points at comparisons with a value that a choice, a yes-or-no or a fact can never have. */
export function neverHolds(
  project: Project,
  file: ReadFile,
  scope: Scope,
  operator: string,
  parts: RuleArgument[],
): void {
  const [left, right] = parts;
  if (!left || !right) return;
  const pairs: [RuleArgument, RuleArgument][] = [];
  if (operator === "==" || operator === "===") pairs.push([left, right], [right, left]);
  if (operator === "in") {
    const items = asList(right.value).map((value, index) => ({ value, at: [...right.at, index] }));
    for (const item of items) pairs.push([left, item]);
  }
  for (const [variable, literal] of pairs) {
    const path = pathOf(variable.value);
    if (path === undefined || !isLiteral(literal.value) || literal.value === null || literal.value === "")
      continue;
    const can = possible(project, scope, path);
    if (can === undefined) continue;
    const { value } = literal;
    const holds =
      can === "text"
        ? couldEqual("", value, operator)
        : can.values.some(
            (one) =>
              couldEqual(one, value, operator) && (typeof one === "boolean" || String(one) === String(value)),
          );
    if (holds) continue;
    const allowed =
      can === "text" ? "un texto" : [...new Set(can.values.map((one) => JSON.stringify(one)))].join(", ");
    const suggestion =
      can !== "text" && typeof value === "string" ? nearest(value, can.values.map(String)) : undefined;
    project.report.add(
      file,
      literal.at,
      "never-true",
      { path, value: JSON.stringify(value), allowed },
      { suggestion },
    );
  }
}
