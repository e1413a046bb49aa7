/** What programs leave under names: what a call gave, and what was waited for. */
import { callFailures } from "../../1-read/call-failures.ts";
import { innerPrograms } from "./awaits.ts";
import { callNamed } from "./call-values.ts";
import type { CallDefinition, EventType, Flow, ProgramLine, Project, ValueSchema } from "./project.ts";

/** A call by its name, and what a program reads of it under the name of a result. */
export interface CallResultSchema {
  call: string;
  schema: ValueSchema;
}

const closed = (properties: Record<string, ValueSchema>): ValueSchema => ({ type: "object", properties });

/** What is read of a call that was made. */
export const resultSchema = ({ answer }: CallDefinition): ValueSchema =>
  closed({
    ok: { type: "boolean" },
    status: { type: "integer" },
    failure: { type: "string", enum: [...callFailures] },
    data: answer ?? {},
  });

/** What is read of what was waited for. */
export const awaitedSchema = (
  { payload = {} }: EventType["value"],
  outcomes: Iterable<string>,
): ValueSchema => closed({ outcome: { type: "string", enum: [...outcomes] }, data: closed(payload) });

/** Each text and rule of a flow asks for them. */
const ofFlows = new WeakMap<Flow, Map<string, CallResultSchema[]>>();

/**
 * What is known of a name under which programs of a flow leave calls: several calls, where several leave theirs under it.
 * Undefined where one of them is not there.
 */
export function resultsNamed(project: Project, flow: Flow, name: string): CallResultSchema[] | undefined {
  const known = ofFlows.get(flow) ?? resultsOf(project, flow);
  ofFlows.set(flow, known);
  return known.get(name);
}

function resultsOf(project: Project, flow: Flow): Map<string, CallResultSchema[]> {
  const calls = new Map<string, Set<string>>();
  const others = new Set<string>();
  const visit = (lines: ProgramLine[] = []): void => {
    for (const line of lines) {
      for (const name of Object.keys(line.set ?? {})) others.add(name);
      if (line.as !== undefined) {
        if (line.call === undefined) others.add(line.as);
        else calls.set(line.as, (calls.get(line.as) ?? new Set()).add(line.call));
      }
      for (const inner of innerPrograms(line)) visit(inner);
    }
  };
  for (const step of flow.steps) visit(step.value.onContinue);
  for (const { buttons } of Object.values(flow.value.dialogs ?? {})) {
    for (const button of Object.values(buttons ?? {})) visit(button.onPress);
  }
  const results = new Map<string, CallResultSchema[]>();
  for (const [name, ofName] of calls) {
    if (others.has(name)) continue;
    const found = [...ofName].map((call) => ({ call, definition: callNamed(project, call) }));
    if (found.some(({ definition }) => definition === undefined)) continue;
    results.set(
      name,
      found.map(({ call, definition }) => ({ call, schema: resultSchema(definition!) })),
    );
  }
  return results;
}
