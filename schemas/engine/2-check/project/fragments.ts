import { locationAt } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { openFlow, shareTrees, type Flow, type Project, type Fragment } from "./project.ts";

/** Whether a flow uses a fragment: by id. */
export function usedFragments(project: Project): ReadonlySet<string | undefined> {
  const flows = [...new Set(project.flows.values())];
  return new Set(flows.flatMap(({ fields }) => [...fields.values()].map(({ fragment }) => fragment)));
}

/** A flow that asks nothing but a fragment, in a group: its file is made for that, and nobody has it. */
export function flowAround(project: Project, { id, file: own }: Fragment): Flow {
  const group = { kind: "group", label: "", use: id };
  const value = { steps: { fragment: { sections: { fragment: { fields: { [id]: group } } } } } };
  const file: ReadFile = { path: own.path, text: "", value, locate: () => locationAt("", 0, 1) };
  const flow = openFlow({ id, owner: "", file, value }, project);
  shareTrees(project, flow);
  return flow;
}
