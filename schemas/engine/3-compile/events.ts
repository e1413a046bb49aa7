import type { CompiledEventType, EventOutcome, Rule } from "../types/index.ts";
import { foldRule } from "./fold.ts";
import type { BrandProject } from "./project.ts";

/** A type of event as its file has it. */
interface Written {
  event: string;
  outcomes: EventOutcome[];
  payload?: CompiledEventType["payload"];
  optional?: string[];
  receives?: Partial<Record<EventOutcome | "key", Rule>> & { with?: Record<string, Rule> };
}

/** What programs can wait for, by name. */
export function compileEventTypes(project: BrandProject): Record<string, CompiledEventType> {
  const fold = (rule: Rule): Rule => foldRule(rule, project.constant);
  const folded = (rules: Record<string, Rule>): Record<string, Rule> =>
    Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, fold(rule)]));
  return Object.fromEntries(
    project.events.map((value) => {
      const { event, outcomes, payload = {}, optional = [], receives } = value as unknown as Written;
      const { key, with: read = {}, ...told } = receives ?? {};
      const compiled: CompiledEventType = {
        outcomes,
        payload,
        optional,
        ...(receives
          ? {
              receives: {
                outcomes: folded(told),
                ...(key === undefined ? {} : { key: fold(key) }),
                with: folded(read),
              },
            }
          : {}),
      };
      return [event, compiled];
    }),
  );
}
