import {
  compileRule,
  truth,
  type Answer,
  type Answers,
  type CompiledField,
  type CompiledFlow,
  type Context,
  type TreeOption,
  type Validators,
} from "../../schemas/engine/all.ts";

/** What a field means, as the reference says it. */
export interface Meaning {
  visible: boolean;
  enabled: boolean;
  value: Answer | undefined;
  options: string[] | undefined;
  problem: string | undefined;
}

const blank = (answer: unknown): boolean =>
  answer === undefined ||
  (typeof answer === "string" && answer.trim() === "") ||
  (Array.isArray(answer) && answer.length === 0);

/**
 * The meaning of answers, written down as plainly as possible and as slow as that is: every field asks for those that it
 * needs, again and again. No graph, no order, nothing kept. For flows without data queries.
 */
export function reference(
  flow: CompiledFlow,
  validators: Validators,
  answers: Answers,
  { today }: Context,
): Record<string, Meaning> {
  const rowsAt = (list: string): string[] => {
    const ids = answers[list];
    return Array.isArray(ids) ? [...new Set(ids)].filter((id) => /^r[1-9]$/.test(id)) : [];
  };
  /** A field's path in a row, and back. */
  const inRow = (path: string, list: string, row: string): string =>
    `${list}.${row}${path.slice(list.length)}`;
  const listOf = (path: string): string | undefined =>
    Object.values(flow.fields).find(({ type, path: one }) => type === "list" && path.startsWith(`${one}.`))
      ?.path;
  const rowOf = (path: string, list: string): string => path.slice(list.length + 1).split(".")[0]!;
  const fieldAt = (path: string): CompiledField => {
    const list = listOf(path);
    return flow.fields[
      list === undefined ? path : list + path.slice(list.length + 1 + rowOf(path, list).length)
    ]!;
  };
  /** What a path in a rule of a field means: its own row's. */
  const seenFrom = (reader: string, path: string): string => {
    const list = listOf(reader);
    return list !== undefined && path.startsWith(`${list}.`) ? inRow(path, list, rowOf(reader, list)) : path;
  };

  /** What stands at a path: an answer, an object of answers, or a list of such objects. */
  const partOf = (path: string): unknown => {
    const { type, fields: inner = [] } = fieldAt(path);
    const objectOf = (paths: string[]): Record<string, unknown> | undefined => {
      const known = paths.map((one) => [fieldAt(one).id, partOf(one)]).filter(([, one]) => !blank(one));
      return known.length === 0 ? undefined : (Object.fromEntries(known) as Record<string, unknown>);
    };
    if (type === "group") return objectOf(inner.map((one) => seenFrom(path, one)));
    if (type !== "list") return valueOf(path);
    const ids = valueOf(path) === undefined ? [] : rowsAt(path);
    return ids.map((row) => objectOf(inner.map((one) => inRow(one, path, row))) ?? {});
  };
  const read = (reader: string, path: string): unknown =>
    path === "today" ? today : (partOf(seenFrom(reader, path)) ?? null);
  const scope = (reader: string) => ({ variable: (path: string): unknown => read(reader, path) });
  const holds = (reader: string, rule: unknown): boolean =>
    rule === undefined || truth(compileRule(rule)(scope(reader)));

  /** The group or list that holds a field. */
  const holderOf = (path: string): string | undefined => {
    const { parent } = fieldAt(path);
    return parent && seenFrom(path, parent);
  };
  const isVisible = (path: string): boolean => {
    const step = flow.steps.find(({ id }) => path.startsWith(`${id}.`))!;
    const { visibleWhen } = fieldAt(path);
    const holder = holderOf(path);
    return holds(step.id, step.visibleWhen) && (!holder || isVisible(holder)) && holds(path, visibleWhen);
  };

  /** The options at a path, those for which their rule holds; undefined where it hangs on a choice that is not made. */
  const offered = (path: string): TreeOption[] | undefined => {
    const where = fieldAt(path).options?.where;
    if (where === undefined) return listed(path);
    return listed(path)?.filter(({ value, label }) => {
      const ofOption: Record<string, unknown> = { "option.value": value, "option.label": label };
      const variable = (name: string): unknown => ofOption[name] ?? read(path, name);
      return truth(compileRule(where)({ variable }));
    });
  };
  const listed = (path: string): TreeOption[] | undefined => {
    const { options } = fieldAt(path);
    if (!options || "data" in options) return undefined;
    if ("list" in options) return options.list;
    if (options.under === undefined) return flow.trees[options.tree];
    const under = seenFrom(path, options.under);
    const above = valueOf(under);
    const chosen = offered(under)?.find(({ value }) => value === above);
    return chosen && (chosen.options ?? []);
  };

  const isChoice = (path: string): boolean => fieldAt(path).options !== undefined;
  const isAllowed = (path: string): boolean => {
    const { enabledWhen } = fieldAt(path);
    const holder = holderOf(path);
    return isVisible(path) && (!holder || isAllowed(holder)) && holds(path, enabledWhen);
  };
  const valueOf = (path: string): Answer | undefined => {
    if (fieldAt(path).type === "group") return undefined;
    const can = isAllowed(path) && (!isChoice(path) || offered(path) !== undefined);
    return can && !blank(answers[path]) ? answers[path] : undefined;
  };

  const problemOf = (path: string): string | undefined => {
    const { required, checks, validator, kind } = fieldAt(path);
    const options = offered(path);
    if (!isAllowed(path) || (isChoice(path) && !options)) return undefined;
    const value = valueOf(path);
    const isRequired = typeof required === "boolean" ? required : holds(path, required);
    if (options?.length === 0) {
      return value === undefined ? (isRequired ? "optionsEmpty" : undefined) : "notOffered";
    }
    if (value === undefined || value === false) {
      if (isRequired) return "required";
      if (value === undefined) return undefined;
    }
    const leaf = validators[validator]!;
    if (!leaf(value)) return leaf.errors![0]!.keyword;
    if (options && options.every((one) => one.value !== value)) return "notOffered";
    const withValue = { variable: (name: string) => (name === "value" ? value : read(path, name)) };
    const failed = checks.find(({ rule }) => !truth(compileRule(rule)(withValue)));
    return failed && `${kind}.${failed.says}`;
  };

  const everyPath = Object.values(flow.fields).flatMap(({ path, list, type }) => {
    if (list !== undefined) return [];
    if (type !== "list") return [path];
    const inRows = Object.values(flow.fields).filter((one) => one.list === path);
    return [path, ...rowsAt(path).flatMap((row) => inRows.map((one) => inRow(one.path, path, row)))];
  });
  return Object.fromEntries(
    everyPath.map((path) => {
      const options = isAllowed(path) ? offered(path) : undefined;
      const meaning = {
        visible: isVisible(path),
        enabled: isAllowed(path) && (!isChoice(path) || (options?.length ?? 0) > 0),
        value: valueOf(path),
        options: isAllowed(path) && isChoice(path) ? (options ?? []).map(({ value }) => value) : undefined,
        problem: problemOf(path),
      };
      return [path, meaning];
    }),
  );
}
