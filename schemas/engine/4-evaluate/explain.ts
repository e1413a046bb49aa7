/** Why something is shown, asked for or open: its rules, each with what came of its parts. */
import type { CompiledField, Context, Evaluation, Rule } from "../types/index.ts";
import { absoluteIn } from "./in-row.ts";
import type { Prepared } from "./prepare.ts";
import { fieldAt, placeIn } from "./rows.ts";
import { compileRule, ruleVariables, truth, type RuleScope } from "./rules.ts";
import { scopeOf } from "./work.ts";

/** What came of a rule, or of a part of one. */
export interface Explained {
  rule: Rule;
  /** `unread`: what stands before it had decided already. `failed`: it could not be evaluated. */
  outcome: "holds" | "fails" | "failed" | "unread";
  /** What it gave; left out where it was not read. */
  value?: unknown;
  /** The conditions that it is made of; left out where it is one. */
  parts?: Explained[];
  /** What it reads, with the value that each had; of one that has no parts. */
  reads: { path: string; value: unknown }[];
}

/** Something that decides about a field. */
export interface Reason {
  /** What it is about: a step, a group or list around the field, its row, or the field itself. */
  of: "step" | "around" | "row" | "visible" | "required" | "enabled";
  /** The step's id, or the path of what it is about. */
  path: string;
  holds: boolean;
  /** Left out where no rule decides: it is always so, or never. */
  explained?: Explained;
}

export interface Explanation {
  path: string;
  visible: boolean;
  required: boolean;
  enabled: boolean;
  /** From the outside inwards: the step, what is around the field, the field. */
  reasons: Reason[];
}

const whole = (rule: Rule, scope: RuleScope): { value: unknown } | undefined => {
  try {
    return { value: compileRule(rule)(scope) };
  } catch {
    return undefined;
  }
};

/** Conditions that are evaluated in their order, until one decides. */
const conditionsIn = (rule: Rule): { operator: string; parts: Rule[] } | undefined => {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const [operator, given] = Object.entries(rule)[0] ?? [];
  const parts: Rule[] = Array.isArray(given) ? given : [given];
  return operator === "and" || operator === "or" || operator === "!" || operator === "!!"
    ? { operator, parts: operator.startsWith("!") ? parts.slice(0, 1) : parts }
    : undefined;
};

const readOf = (rule: Rule, scope: RuleScope): Explained["reads"] =>
  ruleVariables(rule).map((path) => {
    try {
      return { path, value: scope.variable(path) ?? null };
    } catch {
      return { path, value: null };
    }
  });

/** Evaluates a rule and says what came of each condition in it. Equal arguments give equal results; never throws. */
export function explainRule(rule: Rule, scope: RuleScope): Explained {
  const result = whole(rule, scope);
  const outcome = result === undefined ? "failed" : truth(result.value) ? "holds" : "fails";
  const found: Explained = { rule, outcome, ...result, reads: [] };
  const inner = conditionsIn(rule);
  if (!inner) return { ...found, reads: readOf(rule, scope) };
  let isDecided = false;
  found.parts = inner.parts.map((part) => {
    if (isDecided) return unread(part, scope);
    const explained = explainRule(part, scope);
    isDecided =
      explained.outcome === "failed" ||
      (inner.operator === "and" && explained.outcome === "fails") ||
      (inner.operator === "or" && explained.outcome === "holds");
    return explained;
  });
  return found;
}

/** What it would have read is told all the same: whoever asks why wants to know. */
const unread = (rule: Rule, scope: RuleScope): Explained => ({
  rule,
  outcome: "unread",
  reads: readOf(rule, scope),
});

/**
 * Why a field is shown, required and enabled, or not. Undefined for a path that is no field of the flow.
 * @param path with its row, where it is in one
 */
export function explainField(
  prepared: Pick<Prepared, "flow">,
  evaluation: Evaluation,
  context: Context,
  path: string,
): Explanation | undefined {
  const { flow } = prepared;
  const place = placeIn(flow, path);
  const step = flow.steps.find(({ id }) => path.startsWith(`${id}.`));
  if (!place || !step) return undefined;
  const scope = scopeOf(prepared, evaluation.values, context, evaluation.inputs);
  const judged = (of: Reason["of"], about: string, rule: Rule | undefined): Reason => {
    if (rule === undefined || typeof rule === "boolean") return { of, path: about, holds: rule ?? true };
    const explained = explainRule(rule, scope);
    return { of, path: about, holds: explained.outcome === "holds", explained };
  };
  const { list, row } = place;
  const placed = (field: CompiledField): CompiledField =>
    list !== undefined && row !== undefined && field.list === list ? absoluteIn(field, list, row) : field;
  const own = placed(place.field);
  const around: CompiledField[] = [];
  for (let at = own; at.parent !== undefined; at = around[0]!)
    around.unshift(placed(fieldAt(prepared, at.parent)!));
  const reasons: Reason[] = [judged("step", step.id, step.visibleWhen)];
  for (const one of around) {
    reasons.push(judged("around", one.path, one.visibleWhen));
    if (one.enabledWhen !== undefined) reasons.push(judged("enabled", one.path, one.enabledWhen));
  }
  if (list !== undefined && row !== undefined) {
    const rows = evaluation.values[list];
    reasons.push({ of: "row", path: `${list}.${row}`, holds: Array.isArray(rows) && rows.includes(row) });
  }
  reasons.push(judged("visible", own.path, own.visibleWhen), judged("required", own.path, own.required));
  if (own.enabledWhen !== undefined) reasons.push(judged("enabled", own.path, own.enabledWhen));
  const state = evaluation.fields[path];
  return {
    path,
    visible: state?.visible ?? false,
    required: state?.required ?? false,
    enabled: state?.enabled ?? false,
    reasons,
  };
}
