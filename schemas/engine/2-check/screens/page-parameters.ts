/** What a page has in its address: each parameter says one thing, and something reads it. */
import { withNamedRules } from "../../1-read/relative.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import { namedOptions, typeOf } from "../project/presets.ts";
import type { Flow, Project, Screen } from "../project/project.ts";

export function checkPageParameters(project: Project, { file, value }: Screen): void {
  const { report } = project;
  const blocks = value.blocks ?? [];
  const answers = new Map<string, string>();
  for (const [index, block] of blocks.entries()) {
    const flow = project.flows.get(block.flow ?? "");
    const own = new Set<string>();
    for (const [path, one] of Object.entries(block.answers ?? {})) {
      const name = one?.from;
      // Of two that are never asked together, each may have it.
      if (name === undefined || !flow || !isAlwaysAsked(flow, path)) continue;
      const other = own.has(name) ? answers.get(name) : undefined;
      if (other === undefined) answers.set(name, path);
      else
        report.add(file, ["blocks", index, "answers", path, "from"], "duplicate-parameter", { name, other });
      own.add(name);
    }
  }
  const { data = {} } = withNamedRules(value);
  const read = new Set(ruleVariables(Object.values(data)));
  for (const [index, { paging, sort }] of blocks.entries()) {
    for (const [key, name] of [
      ["paging", paging?.from],
      ["sort", sort?.from],
    ] as const) {
      if (name === undefined) continue;
      const at = ["blocks", index, key, "from"];
      const other = answers.get(name) ?? (key === "sort" && name === paging?.from ? "la página" : undefined);
      if (other !== undefined) report.add(file, at, "duplicate-parameter", { name, other });
      else if (!read.has(`address.${name}`)) report.add(file, at, "unknown-address-parameter", { name });
    }
    checkSortOptions({ report }, file, sort?.options ?? [], ["blocks", index, "sort", "options"]);
  }
}

/** Whether a field is asked of everybody in all brands, as far as it, the groups around it and its step say. */
const isAlwaysAsked = ({ fields, steps }: Flow, path: string): boolean =>
  path
    .split(".")
    .map((id, index, parts) =>
      index === 0
        ? steps.find((step) => step.id === id)?.value
        : fields.get(parts.slice(0, index + 1).join("."))?.value,
    )
    .every((one) => one?.visibleWhen === undefined && one?.onlyFor === undefined);

function checkSortOptions(
  { report }: Pick<Project, "report">,
  file: Screen["file"],
  options: readonly { value?: unknown }[],
  at: (string | number)[],
): void {
  const seen = new Set<unknown>();
  for (const [index, { value }] of options.entries()) {
    const place = [...at, index, "value"];
    if (value !== undefined && seen.has(value))
      report.add(file, place, "duplicate-option", { value: String(value) });
    seen.add(value);
  }
}

/** That what is chosen in a finder changes something: a query of its page or a rule reads it. */
export function checkFilters(project: Project, screen: Screen, flow: Flow, index: number): void {
  const { report } = project;
  if (report.hasInvalid(screen.file) || report.hasInvalid(flow.file)) return;
  const read = ruleVariables([withNamedRules(screen.value), flow.value] as never);
  const isRead = (path: string): boolean =>
    read.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  const parents = new Set([...flow.fields.values()].map(({ value }) => namedOptions(value.options).under));
  for (const field of flow.fields.values()) {
    const { path } = field;
    if (["display", "file", "group", "list"].includes(typeOf(project, field) ?? "display")) continue;
    if (isRead(path) || parents.has(path)) continue;
    report.add(screen.file, ["blocks", index, "flow"], "unread-filter", { screen: screen.id, path });
  }
}
