import type { ReadFile } from "../../1-read/read.ts";
import { dateIsValid } from "../../operations/date.ts";
import type { ItemScope } from "../variables/item-variables.ts";
import { nearest } from "../report/nearest.ts";
import { typeOf } from "../project/presets.ts";
import type { Project } from "../project/project.ts";
import { choiceValues } from "./choice-values.ts";
import { pathOf, possible, readingAt, type Possible } from "./possible-values.ts";
import type { RuleArgument } from "./rules.ts";
import type { Scope } from "../variables/scope.ts";
import { asList } from "../report/values.ts";

const forms = { date: dateIsValid, time: (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) };

const isLiteral = (value: unknown): boolean => typeof value !== "object" && value !== undefined;

/** By type alone: `==` takes a text and a number for equal, `===` and `in` do not. */
const couldEqual = (one: unknown, other: unknown, operator: string): boolean =>
  typeof one === "boolean" || typeof other === "boolean"
    ? one === other
    : typeof one === typeof other || operator === "==";

function couldHold(can: Possible, value: unknown, operator: string): boolean {
  if ("never" in can) return false;
  if ("values" in can) {
    return can.values.some(
      (one) =>
        couldEqual(one, value, operator) && (typeof one === "boolean" || String(one) === String(value)),
    );
  }
  if (!couldEqual(can.like === "number" ? 0 : "", value, operator)) return false;
  if (can.like === "number") return can.least <= Number(value) && Number(value) <= can.most;
  return can.like === "text" || forms[can.like](String(value));
}

const orderings = new Set(["<", "<=", ">", ">="]);

/** A number or a text stands in an order with what is like it; whatever is no value in an order, with nothing. */
function couldBeOrdered(can: Possible, value: unknown, operator: string, isFirst: boolean): boolean {
  if ("never" in can) return false;
  if ("values" in can || can.like === "text") return true;
  if (can.like !== "number") return typeof value === "string" && forms[can.like](value);
  const number = Number(value);
  if (!Number.isFinite(number)) return false;
  const isBelow = operator.startsWith("<") === isFirst;
  const [end, distance] = isBelow ? [can.least, number - can.least] : [can.most, can.most - number];
  return !Number.isFinite(end) || (operator.endsWith("=") ? distance >= 0 : distance > 0);
}

type Pair = {
  variable: RuleArgument;
  literal: RuleArgument;
  holds: (can: Possible, value: unknown) => boolean;
  /** How the variable lies to the literal, in words. */
  lies?: string;
  /** Told where it never holds. */
  code: "never-true" | "always-different";
};

const equalities = new Set(["==", "==="]);
const inequalities = new Set(["!=", "!=="]);

function pairsOf(operator: string, parts: RuleArgument[]): Pair[] {
  const [left, right] = parts;
  if (!left || !right) return [];
  if (equalities.has(operator) || inequalities.has(operator)) {
    // An inequality says so of what would be equal.
    const equality = operator.replace("!", "=");
    const holds = (can: Possible, value: unknown): boolean => couldHold(can, value, equality);
    const code = equalities.has(operator) ? "never-true" : "always-different";
    return [
      { variable: left, literal: right, holds, code },
      { variable: right, literal: left, holds, code },
    ];
  }
  if (operator === "in") {
    const items = asList(right.value).map((value, index) => ({ value, at: [...right.at, index] }));
    const holds = (can: Possible, value: unknown): boolean => couldHold(can, value, operator);
    return items.map((literal): Pair => ({ variable: left, literal, holds, code: "never-true" }));
  }
  if (!orderings.has(operator)) return [];
  return parts.flatMap((variable, index) =>
    parts.flatMap((literal, other): Pair[] => {
      if (literal === variable) return [];
      const holds = (can: Possible, value: unknown): boolean =>
        couldBeOrdered(can, value, operator, index < other);
      const lies = operator.startsWith("<") === index < other ? "menor" : "mayor";
      const said = operator.endsWith("=") ? `igual o ${lies} que` : `${lies} que`;
      return [{ variable, literal, holds, lies: said, code: "never-true" }];
    }),
  );
}

/** Points at comparisons with a value that an answer, a yes-or-no or a fact can never have: they say the same for all. */
export function checkCompared(
  project: Project,
  file: ReadFile,
  scope: Scope,
  operator: string,
  parts: RuleArgument[],
  item?: ItemScope,
): void {
  if (operator === "in") neverChosen(project, file, scope, parts, item);
  for (const { variable, literal, holds, lies, code } of pairsOf(operator, parts)) {
    const { value } = literal;
    if (!isLiteral(value) || value === null || value === "") continue;
    const found = possible(project, scope, item, variable.value);
    if (found && !holds(found.can, value))
      tell(project, file, { literal, lies, code }, found.name, found.can);
  }
}

/** `in` with a literal first: an option that a choice of several does not have. */
function neverChosen(
  project: Project,
  file: ReadFile,
  scope: Scope,
  [literal, variable]: RuleArgument[],
  item: ItemScope | undefined,
): void {
  const path = pathOf(variable?.value);
  if (!literal || path === undefined || !isLiteral(literal.value)) return;
  const read = readingAt(project, scope, item, path);
  const field = read && "field" in read ? read.field : undefined;
  if (!field || !scope.flow || typeOf(project, field) !== "choices") return;
  if (project.report.isInvalid(field.file, field.at)) return;
  const values = choiceValues(project, scope.flow, field);
  if (values && !values.includes(String(literal.value)))
    tell(project, file, { literal, code: "never-true" }, path, { values });
}

function tell(
  project: Project,
  file: ReadFile,
  { literal, lies, code }: Pick<Pair, "literal" | "lies" | "code">,
  path: string,
  can: Possible,
): void {
  const { value } = literal;
  const allowed =
    "values" in can
      ? [...new Set(can.values.map((one) => JSON.stringify(one)))].join(", ")
      : "never" in can
        ? can.never
        : can.words;
  const suggestion =
    "values" in can && typeof value === "string" ? nearest(value, can.values.map(String)) : undefined;
  const values = { path, value: [lies ?? [], JSON.stringify(value)].flat().join(" "), allowed };
  project.report.add(file, literal.at, code, values, { suggestion });
}
