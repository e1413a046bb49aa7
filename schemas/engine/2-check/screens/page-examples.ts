import { checkBrandAndDay } from "../flow/examples.ts";
import { checkCallsAt } from "../flow/example-programs.ts";
import { nearest } from "../report/nearest.ts";
import { savedListAt } from "../project/saved-lists.ts";
import { flowsOn, type Project } from "../project/project.ts";

/** Checks that examples of pages speak of brands, queries, calls and questions that there are. */
export function checkPageExamples(project: Project): void {
  const { report } = project;
  for (const example of project.pageExamples) {
    const { file, owner, value } = example;
    const screen = project.screens.get(owner);
    if (!screen || report.isInvalid(screen.file)) continue;
    checkBrandAndDay(project, example);
    for (const list of Object.keys(value.saved ?? {})) {
      savedListAt(project, file, list, ["saved", list]);
    }
    const expect = value.expect ?? {};
    checkCallsAt(project, file, ["calls"], value.calls);
    checkCallsAt(project, file, ["expect", "asked"], expect.asked);
    const queries = Object.keys(screen.value.data ?? {});
    for (const data of Object.keys(expect.data ?? {})) {
      if (queries.includes(data)) continue;
      const suggestion = nearest(data, queries);
      const values = { where: `La pantalla "${screen.id}"`, data };
      report.add(file, ["expect", "data", data], "unknown-data", values, { part: "key", suggestion });
    }
    const finders = flowsOn(screen).flatMap((id) => project.flows.get(id) ?? []);
    const known = finders.flatMap(({ fields }) => [...fields.keys()]);
    for (const path of Object.keys(expect.values ?? {})) {
      if (known.includes(path)) continue;
      const values = { owner: "El ejemplo", path, where: "" };
      const at = ["expect", "values", path];
      report.add(file, at, "unknown-field", values, { part: "key", suggestion: nearest(path, known) });
    }
  }
}
