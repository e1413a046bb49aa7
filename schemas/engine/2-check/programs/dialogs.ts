import type { JsonPath } from "../../1-read/locate.ts";
import { checkAnswered } from "../variables/answered-fields.ts";
import { checkMapping } from "../rules/mappings.ts";
import { checkGo } from "./programs.ts";
import { brandsOf, type Flow, type Project, type ProgramLine } from "../project/project.ts";
import { checkRedirect } from "../routes/routes.ts";
import { checkRule } from "../rules/rules.ts";
import { resultsAtDialog } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks the dialogs of a flow and what their buttons do. `opened` says from which steps each is opened. */
export function checkDialogs(project: Project, flow: Flow, opened: ReadonlyMap<string, Set<number>>): void {
  const { report } = project;
  const dialogs = flow.value.dialogs ?? {};
  // A program with a mistake of shape may open any; a name that is not there may have meant any.
  const unresolved =
    flow.steps.some((step) => report.isInvalid(flow.file, [...step.at, "onContinue"])) ||
    [...opened.keys()].some((id) => !Object.hasOwn(dialogs, id));
  for (const [id, value] of Object.entries(dialogs)) {
    const at = ["dialogs", id];
    const from = [...(opened.get(id) ?? [])].flatMap((index) => flow.steps[index] ?? []);
    if (from.length === 0 && !unresolved)
      report.add(flow.file, at, "unused-dialog", { dialog: id }, { part: "key" });
    const step = Math.min(...from.map(({ index }) => index));
    for (const [button, one] of Object.entries(value.buttons ?? {})) {
      checkButton(project, flow, one.onPress ?? [], [...at, "buttons", button, "onPress"], {
        owner: `El botón "${button}" del diálogo "${id}"`,
        flow,
        brands: brandsOf(project, flow.id),
        program: true,
        results: new Set(resultsAtDialog(flow, id)),
        ...(step === Infinity ? {} : { step }),
      });
    }
  }
}

const ends = ["close", "retry", "resume", "go", "redirect"];

function checkButton(
  project: Project,
  flow: Flow,
  lines: ProgramLine[],
  at: JsonPath,
  scope: Scope & { results: Set<string> },
): void {
  const { report } = project;
  const { file } = flow;
  const { owner } = scope;
  let end: string | undefined;
  for (const [index, line] of lines.entries()) {
    const here = [...at, index];
    if (line.when !== undefined) checkRule(project, file, line.when, [...here, "when"], scope);
    checkMapping(project, file, line.set, [...here, "set"], scope);
    for (const name of Object.keys(line.set ?? {})) scope.results.add(name);
    for (const [position, path] of (line.clear ?? []).entries()) {
      const place = { file, at: [...here, "clear", position], path };
      checkAnswered(project, place, scope);
    }
    const verb = ends.find((one) => one in line);
    if (end !== undefined) {
      const found = verb ?? (["set", "clear"].find((one) => one in line) || "when");
      const code = verb === undefined ? "unreachable-instruction" : "second-end";
      report.add(file, [...here, found], code, { owner, end }, { part: "key" });
      return;
    }
    end = verb;
    // What a dialog says may well send people back.
    if (verb === "go") checkGo(project, flow, undefined, String(line.go), [...here, "go"]);
    if (verb === "redirect") {
      const source = `el diálogo de "${flow.id}"`;
      checkRedirect(project, file, line.redirect, [...here, "redirect"], scope.brands, source);
    }
  }
}
