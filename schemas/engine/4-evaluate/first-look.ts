import type { Answer, Answers, Context } from "../types/index.ts";
import { evaluateField } from "./field-state.ts";
import { instanceOf, rowsOf } from "./instance.ts";
import type { Prepared } from "./prepare.ts";
import { problemOf } from "./problem.ts";
import { lookAtPlain } from "./flat-fields.ts";
import { collected, isContainer } from "./rows.ts";
import { contextVariable, dataVariable, holds, inputsOrNull, type Work } from "./work.ts";
import { inputsOf } from "./query-inputs.ts";

/** Takes these answers as they are and works everything out. */
export function lookAtAll(base: Prepared, given: Answers, context: Context): Work {
  const rows = rowsOf(base, (index) => given[base.list[index]!.field.path]);
  const prepared = instanceOf(base, rows);
  const { graph, list, data, stepVisible, atOnce, flat } = prepared;
  const values: (Answer | undefined)[] = flat.nothing.slice();
  const answers = atOnce ? atOnce.read(given) : flat.nothing.slice();
  const work: Work = {
    prepared,
    rows,
    context,
    answers,
    flags: flat.zeros.slice(),
    variant: [],
    numbers: [],
    offers: [],
    items: [],
    problems: [],
    states: [],
    chosen: [],
    steps: [],
    inputs: [],
    scope: { values, variable: (path) => variableOf(work, path) },
  };
  const known = atOnce ? base.list.length : 0;
  for (let index = known; index < list.length; index++) {
    const { field, computed } = list[index]!;
    // What is worked out is not answered: whatever was sent for it has no meaning.
    answers[index] = computed ? undefined : given[field.path];
  }
  // It needs no queue, because the nodes are in order, and nobody hears of it.
  for (let place = 0; place < graph.nodes.length; place++) {
    const plain = flat.plainAt[place]!;
    if (plain !== -1) {
      lookAtPlain(work, plain);
      continue;
    }
    const { kind, index } = graph.nodes[place]!;
    if (kind === "field") evaluateField(work, list[index]!);
    else if (kind === "step") work.steps[index] = holds(stepVisible[index], work.scope);
    else work.inputs[index] = inputsOf(data[index]!, work.scope);
  }
  const judge = (index: number): void => {
    const problem = problemOf(work, list[index]!);
    if (problem) work.problems[index] = problem;
  };
  if (atOnce) for (const index of atOnce.doubtful(values)) judge(index);
  for (let index = known; index < list.length; index++) judge(index);
  return work;
}

/** What a name that was not bound to a field's index means: a group or list as a whole, data, what the context holds. */
function variableOf(work: Work, path: string): unknown {
  const { prepared, context, inputs, scope } = work;
  const { fields, flow, data } = prepared;
  const known = fields[path];
  if (known) {
    if (!isContainer(known.field)) return scope.values[known.index] ?? null;
    const read = (inner: string): Answer | undefined => {
      const index = fields[inner]?.index;
      return index === undefined ? undefined : scope.values[index];
    };
    return collected(flow, flow.fields[templateOf(known.field)]!, path, read);
  }
  const [head, name = ""] = path.split(".", 2);
  if (head !== "data") return contextVariable(context, path);
  const index = data.findIndex((query) => query.name === name);
  return dataVariable(data[index]?.data, inputsOrNull(inputs[index]), context.data[name], path);
}

/** The path that a field was compiled with. */
const templateOf = ({ path, list }: { path: string; list?: string }): string =>
  list === undefined ? path : list + path.slice(path.indexOf(".", list.length + 1));
