import { isContainer } from "./rows.ts";
import { ruleVariables } from "./rules.ts";
import { isEnabled, isVisible, type Work } from "./work.ts";

/**
 * Paths of the questions that a field waits for: those that can be answered now, have no answer, and of which hangs
 * whether it can be answered, or what it offers. In the order in which they are asked.
 */
export function awaitedBy(work: Work, index: number): string[] {
  const { fields, data, list, order } = work.prepared;
  const seen = new Set<number>();
  const found = new Set<number>();
  const asked = new Set<string>();

  const query = (name: string): void => {
    const one = data.find((known) => known.name === name);
    if (!one || asked.has(name) || work.context.data[name]?.status === "ready") return;
    asked.add(name);
    const needed = Object.entries(one.data.with).filter(([input]) => !one.optional.has(input));
    visit(ruleVariables([needed.map(([, rule]) => rule), one.data.when]));
  };
  const visit = (variables: string[]): void => {
    for (const variable of variables) {
      const [head, name = ""] = variable.split(".", 2);
      const known = fields[variable];
      if (known && !isContainer(known.field)) look(known.index);
      else if (head === "data") query(name);
    }
  };
  const look = (at: number): void => {
    if (seen.has(at) || work.scope.values[at] !== undefined || !isVisible(work, at)) return;
    seen.add(at);
    if (isEnabled(work, at)) found.add(at);
    else waits(at);
  };
  const waits = (at: number): void => {
    const { field, parent, source } = list[at]!;
    visit(ruleVariables(field.enabledWhen));
    if (parent !== undefined && !isEnabled(work, parent)) waits(parent);
    if (source?.kind === "under") look(source.field);
    if (source?.kind === "data") query(source.name);
  };

  if (!isVisible(work, index) || isEnabled(work, index)) return [];
  seen.add(index);
  waits(index);
  return order.filter((at) => found.has(at)).map((at) => list[at]!.field.path);
}
