import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import type { Project, SavedListDefinition } from "./project.ts";

/** The list of a name, told where there is none. */
export function savedListAt(
  project: Project,
  file: ReadFile,
  list: string | undefined,
  at: JsonPath,
): SavedListDefinition | undefined {
  if (list === undefined) return undefined;
  const found = project.savedLists.get(list);
  if (!found && !project.isUnresolved("saved-list", list)) {
    const suggestion = nearest(list, project.savedLists.keys());
    project.report.add(file, at, "unknown-saved-list", { list }, { suggestion });
  }
  return found;
}
