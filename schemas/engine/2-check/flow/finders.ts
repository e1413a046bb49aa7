import type { JsonPath } from "../../1-read/locate.ts";
import type { Flow, Project } from "../project/project.ts";
import { unfitForAddress } from "../variables/address-values.ts";

const keys = ["action", "onContinue", "analytics", "ends", "schema"];

/**
 * Checks that a finder has one step, that only asks and shows: what is answered in it stands in the address, and begins no
 * run.
 */
export function checkFinder(project: Project, flow: Flow): void {
  if (flow.value.finder !== true) return;
  const tell = (file: Flow["file"], at: JsonPath, what: string): void =>
    project.report.add(file, at, "not-in-finder", { flow: flow.id, what }, { part: "key" });
  for (const step of flow.steps) {
    if (step.index > 0) tell(flow.file, step.at, `otro paso, "${step.id}"`);
    for (const key of keys) {
      if (key in step.value) tell(flow.file, [...step.at, key], `"${key}"`);
    }
  }
  for (const field of flow.fields.values()) {
    const what = unfitForAddress(project, field);
    if (what !== undefined) tell(field.file, field.at, what);
  }
}
