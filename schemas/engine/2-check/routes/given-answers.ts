import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { choiceValues } from "../rules/choice-values.ts";
import { nearest } from "../report/nearest.ts";
import { treeOf } from "../project/presets.ts";
import { typeOf, type Field, type Flow, type Project, type Screen } from "../project/project.ts";
import { everyNodeOf, parentPathOf } from "../project/option-trees.ts";
import { listed } from "../report/values.ts";

/** The parameters of an address, as far as they are written out. */
function queryOf(address: string): Map<string, string> {
  const query = address.split("#")[0]!.split("?")[1] ?? "";
  const pairs = query.split("&").flatMap((pair): [string, string][] => {
    const [name = "", value] = pair.split("=");
    if (value === undefined || value.includes("{")) return [];
    try {
      return [[decodeURIComponent(name), decodeURIComponent(value.replaceAll("+", " "))]];
    } catch {
      return [];
    }
  });
  return new Map(pairs);
}

/** The options of a choice, those under the parent's answer where that is given too; undefined when not known. */
function optionsFor(
  project: Project,
  flow: Flow,
  field: Field,
  given: ReadonlyMap<string, string>,
): string[] | undefined {
  const all = choiceValues(project, flow, field);
  const parent = given.get(parentPathOf(flow, field) ?? "");
  const tree = flow.trees.get(treeOf(project, field) ?? "");
  if (!all || parent === undefined || !tree) return all;
  const parents = everyNodeOf(tree).filter((node) => node.value === parent);
  const under = new Set(parents.flatMap(({ children }) => children.map(({ value }) => value)));
  const fitting = all.filter((value) => under.has(value));
  // A parent that is no option is told itself.
  return fitting.length > 0 ? fitting : all;
}

/** Points at answers, given by full path before anybody is asked, that are none of the options of their choice. */
export function checkGivenAnswers(
  project: Project,
  flow: Flow,
  given: ReadonlyMap<string, string>,
  tell: { file: ReadFile; at: (path: string) => JsonPath },
): void {
  for (const [path, value] of given) {
    const field = flow.fields.get(path);
    if (!field || typeOf(project, field) !== "choice" || value === "") continue;
    if (project.report.isInvalid(field.file, field.at)) continue;
    const options = optionsFor(project, flow, field, given);
    if (!options || options.length === 0 || options.includes(value)) continue;
    const values = { path, value, allowed: listed(options) };
    const suggestion = nearest(value, options);
    project.report.add(tell.file, tell.at(path), "given-no-option", values, { suggestion, within: value });
  }
}

/** Checks what a link to a screen answers of its flows' choices, by the parameters that the screen takes from the address. */
export function checkAnswersInAddress(
  project: Project,
  file: ReadFile,
  address: string,
  at: JsonPath,
  screen: Screen,
): void {
  const query = queryOf(address);
  if (query.size === 0 || project.report.isInvalid(screen.file)) return;
  for (const block of screen.value.blocks ?? []) {
    const flow = project.flows.get(block.flow ?? "");
    if (!flow || project.report.isInvalid(flow.file)) continue;
    const given = Object.entries(block.answers ?? {}).flatMap(([path, one]): [string, string][] => {
      const value = query.get(one.from ?? "");
      return value === undefined ? [] : [[path, value]];
    });
    checkGivenAnswers(project, flow, new Map(given), { file, at: () => at });
  }
}
