import type { JsonPath } from "../../1-read/locate.ts";
import { typeOf } from "../project/presets.ts";
import type { Flow, Project } from "../project/project.ts";

const keys = ["action", "onContinue", "analytics", "ends", "schema"];

/** What is answered in a finder stands in the address, and begins no run. */
const unfit: Record<string, string> = { list: "una lista", file: "un archivo" };

/** Checks that a finder has one step, that only asks and shows. */
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
    const what = unfit[typeOf(project, field) ?? ""];
    if (what !== undefined) tell(field.file, field.at, what);
  }
}
