import { formatOf } from "../operations/formats.ts";
import type {
  CompiledField,
  CompiledFlow,
  KnownNumbers,
  LeafValidator,
  Rule,
  Validators,
} from "../types/index.ts";
import type { PreparedField, PreparedSource, PreparedWhere } from "./prepare.ts";
import { ruleVariables, type CompiledRule, type CompileRule } from "./rules.ts";
import { bindFields } from "./work.ts";

/** Where fields are kept: their indices by path, with what all of them are prepared from. */
export interface Slots {
  flow: CompiledFlow;
  validators: Validators;
  indices: ReadonlyMap<string, number>;
  dataNames: string[];
  compileRule: CompileRule;
}

/** Makes the rules of one field functions. @throws {Error} on what it names and is not there. */
export function prepareField(slots: Slots, field: CompiledField, index: number): PreparedField {
  const { flow, indices, compileRule } = slots;
  const { path } = field;
  const bind = bindFields(indices, flow.fields);
  const rule = (one: unknown): CompiledRule | undefined =>
    one === undefined ? undefined : compileRule(one, bind);
  const step = flow.steps.findIndex(({ id }) => path.startsWith(`${id}.`));
  if (step === -1) throw new Error(`"${path}" stands in no step`);
  const validator = (name: string): LeafValidator => {
    const found = slots.validators[name];
    if (!found) throw new Error(`no validator "${name}" for "${path}"`);
    return found;
  };
  const { visibleWhen, enabledWhen, required, computed, variants = [], items = [], checks } = field;
  const { limits, share } = field;
  const numbers = Object.entries({ ...limits, ...(share ? { whole: share.of } : {}) });
  const silent = field.type === "group" || field.type === "display";
  const decided = [enabledWhen, computed, field.options];
  return {
    field,
    index,
    step,
    parent: field.parent === undefined ? undefined : indices.get(field.parent),
    silent,
    plain:
      !silent &&
      typeof required === "boolean" &&
      [...variants, ...items, ...numbers].length === 0 &&
      decided.every((one) => one === undefined),
    validator: validator(field.validator),
    format: field.format && formatOf(field.format),
    required: typeof required === "boolean" ? required : compileRule(required, bind),
    visible: rule(visibleWhen),
    enabled: rule(enabledWhen),
    checks: checks.map((check) => ({ holds: compileRule(check.rule, bind), says: check.says })),
    variants: variants.map((variant) => ({
      holds: compileRule(variant.when, bind),
      validator: validator(variant.validator),
      says: variant.says,
      format: variant.format && formatOf(variant.format),
    })),
    computed: rule(computed),
    numbers: numbers.map(([name, one]) => [name as keyof KnownNumbers, compileRule(one, bind)]),
    items: items.map((item) => ({ id: item.id, visible: rule(item.visibleWhen) })),
    source: sourceOf(slots, field),
    reads: ruleVariables([
      visibleWhen,
      enabledWhen,
      required,
      computed,
      variants.map(({ when }) => when),
      numbers.map(([, one]) => one),
      items.map((item) => item.visibleWhen),
      field.options?.where,
      field.options?.enabledWhere,
    ]),
    checkReads: ruleVariables(checks.map((check) => check.rule)),
  };
}

/** Where a choice's options come from. */
function sourceOf(slots: Slots, { path, options }: CompiledField): PreparedSource | undefined {
  if (!options) return undefined;
  const { flow, indices, dataNames } = slots;
  const prepared = (rule: Rule | undefined) => (rule === undefined ? undefined : whereOf(slots, rule));
  const rules = { where: prepared(options.where), enabledWhere: prepared(options.enabledWhere) };
  if ("list" in options) return { kind: "written", options: options.list, ...rules };
  if ("data" in options) {
    const data = dataNames.indexOf(options.data);
    if (data === -1) throw new Error(`"${path}" takes options from unknown data "${options.data}"`);
    if ("rows" in options) {
      const { rows, zero } = options;
      return { kind: "data", data, name: options.data, also: undefined, ofPage: { rows, zero }, ...rules };
    }
    return { kind: "data", data, name: options.data, also: options.also, ...rules };
  }
  if (options.under === undefined) {
    return { kind: "written", options: flow.trees[options.tree] ?? [], ...rules };
  }
  const above = indices.get(options.under);
  if (above === undefined) throw new Error(`"${path}" takes options under unknown "${options.under}"`);
  return { kind: "under", field: above, ...rules };
}

/** What a button asks for is never waited for: perhaps nobody presses it. */
function whereOf({ flow, indices, dataNames, compileRule }: Slots, where: Rule): PreparedWhere {
  const read = ruleVariables(where).flatMap((path) => /^data\.([^.]+)\.value(?:\.|$)/.exec(path)?.[1] ?? []);
  const awaited = [...new Set(read)].filter((name) => flow.data[name] && flow.data[name].on !== "press");
  return {
    holds: compileRule(where, bindFields(indices, flow.fields)),
    data: awaited.map((name) => dataNames.indexOf(name)),
  };
}
