import { prepare, type CompileRule, type Evaluation, type Prepared } from "../../schemas/engine/serve.ts";
import { canonicalJson } from "../canonical-json.ts";
import { compileWithJsonLogic } from "./json-logic.ts";

/** The same flow, whose rules another evaluator evaluates: json-logic-js, if none is named. */
export const preparedAgain = (
  { flow, validators }: Pick<Prepared, "flow" | "validators">,
  compileRule: CompileRule = compileWithJsonLogic,
): Prepared => prepare(flow, validators, compileRule);

const partsOf = ({ steps, fields, values, problems, inputs, cleared }: Evaluation): [string, unknown][] => [
  ["steps", steps],
  ["cleared", cleared],
  ["values", values],
  ...Object.entries(fields),
  ...Object.entries(inputs).map(([name, one]): [string, unknown] => [`data.${name}`, one]),
  ["problems", problems],
];

/**
 * In what two evaluations of the same answers are not the same: paths of fields, `data.<name>`, `steps`, `cleared`, `values`,
 * `problems`.
 */
export function disagreements(first: Evaluation, second: Evaluation): string[] {
  const texts = ([name, part]: [string, unknown]) => [name, canonicalJson(part)] as const;
  const [ours, theirs] = [first, second].map((one) => new Map(partsOf(one).map(texts))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => ours.get(name) !== theirs.get(name),
  );
}
