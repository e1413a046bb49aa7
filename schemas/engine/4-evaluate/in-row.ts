import type { CompiledField, Rule, WordNode, Words } from "../types/index.ts";
import { rowPath } from "./rows.ts";

/** A field of a list's rows as it stands in one row: its own path, and the row's paths in its rules and words. */
export function absoluteIn(field: CompiledField, list: string, row: string): CompiledField {
  const at = (path: string): string => (path.startsWith(`${list}.`) ? rowPath(list, row, path) : path);
  const rule = (one: Rule): Rule => ruleAt(one, at);
  const words = (one: Words): Words => (typeof one === "string" ? one : one.map((node) => nodeAt(node, at)));
  const changed: Partial<CompiledField> = {
    path: at(field.path),
    required: typeof field.required === "boolean" ? field.required : rule(field.required),
    checks: field.checks.map((check) => ({ ...check, rule: rule(check.rule) })),
    resets: field.resets.map(at),
    label: words(field.label),
  };
  if (field.parent !== undefined && field.parent !== list) changed.parent = at(field.parent);
  if (field.fields) changed.fields = field.fields.map(at);
  for (const key of ["visibleWhen", "enabledWhen", "computed"] as const) {
    if (field[key] !== undefined) changed[key] = rule(field[key]);
  }
  if (field.limits) {
    const { minimum, maximum } = field.limits;
    changed.limits = {
      ...(minimum === undefined ? {} : { minimum: rule(minimum) }),
      ...(maximum === undefined ? {} : { maximum: rule(maximum) }),
    };
  }
  if (field.share) changed.share = { ...field.share, of: rule(field.share.of) };
  for (const key of ["hint", "text"] as const) if (field[key] !== undefined) changed[key] = words(field[key]);
  if (field.variants) {
    changed.variants = field.variants.map((variant) => ({ ...variant, when: rule(variant.when) }));
  }
  if (field.items) {
    changed.items = field.items.map((item) => ({
      ...item,
      label: words(item.label),
      text: words(item.text),
      ...(item.visibleWhen === undefined ? {} : { visibleWhen: rule(item.visibleWhen) }),
    }));
  }
  const { options } = field;
  if (options) {
    changed.options = {
      ...options,
      ...("under" in options && options.under !== undefined ? { under: at(options.under) } : {}),
      ...(options.where === undefined ? {} : { where: rule(options.where) }),
      ...(options.enabledWhere === undefined ? {} : { enabledWhere: rule(options.enabledWhere) }),
    };
  }
  return { ...field, ...changed };
}

const nodeAt = (node: WordNode, at: (path: string) => string): WordNode => {
  if (typeof node === "string") return node;
  if ("var" in node) return { ...node, var: at(node.var) };
  return { ...node, children: node.children.map((child) => nodeAt(child, at)) };
};

/** Only variables hold paths that begin with a list's: other texts are values. */
function ruleAt(rule: Rule, at: (path: string) => string): Rule {
  if (Array.isArray(rule)) return rule.map((part) => ruleAt(part, at));
  if (typeof rule !== "object" || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([operator, value]) => [
      operator,
      operator === "var" || operator === "missing" || operator === "missing_some"
        ? pathsAt(value, at)
        : ruleAt(value, at),
    ]),
  );
}

function pathsAt(value: unknown, at: (path: string) => string): unknown {
  if (typeof value === "string") return at(value);
  return Array.isArray(value) ? value.map((one) => pathsAt(one, at)) : ruleAt(value, at);
}
