import type { At } from "../1-read/locate.ts";
import { formats } from "../operations/formats.ts";
import { depend, type Dependencies } from "./dependencies.ts";
import { nearest } from "./nearest.ts";
import { checkPattern } from "./patterns.ts";
import { typeOf, type Field, type Flow, type Item, type Project } from "./project.ts";
import { checkRule } from "./rules.ts";
import { checkShape, validatorOf, type Grammar } from "./shape.ts";
import { factValues, readFact, readVariable, type Scope } from "./variables.ts";
import { asList, asObject, asText, isObject, listed } from "./values.ts";

/** What fields and kinds may both say: schema, format and checks. */
export function checkPreset(project: Project, item: Item, value: Item["value"], at: At, scope: Scope): void {
  const { report } = project;
  const { file } = item;
  checkPattern(report, file, asObject(value["schema"])["pattern"], [...at, "schema", "pattern"]);
  const { format } = value;
  const operation = asText(format) ?? asText(asObject(format)["operation"]);
  if (operation !== undefined && !Object.hasOwn(formats, operation)) {
    const place = isObject(format) ? [...at, "format", "operation"] : [...at, "format"];
    const values = { format: operation, allowed: listed(Object.keys(formats)) };
    report.add(file, place, "unknown-format", values, {
      suggestion: nearest(operation, Object.keys(formats)),
    });
  }
  for (const [name, rule] of Object.entries(asObject(asObject(format)["with"]))) {
    checkRule(project, file, rule, [...at, "format", "with", name], { ...scope, value: false });
  }
  for (const [index, check] of asList(value["checks"]).entries()) {
    checkRule(project, file, asObject(check)["rule"], [...at, "checks", index, "rule"], {
      ...scope,
      value: true,
    });
  }
}

/** `onlyFor` names facts that there are, with values that a brand has. */
export function checkOnlyFor(project: Project, item: Item, onlyFor: unknown, at: At, scope: Scope): void {
  for (const [fact, wanted] of Object.entries(asObject(onlyFor))) {
    const finding = readFact(project, fact, scope.owner, scope.brands);
    const { report } = project;
    if (finding) {
      const { suggestion } = finding;
      report.add(item.file, [...at, "onlyFor", fact], finding.code, finding.values, {
        part: "key",
        suggestion,
      });
      continue;
    }
    const known = [...factValues(project.brands.values(), fact).values()];
    for (const [index, value] of [wanted].flat().entries()) {
      if (known.length === 0 || project.unsureBrands || known.includes(value)) continue;
      const place = Array.isArray(wanted) ? [...at, "onlyFor", fact, index] : [...at, "onlyFor", fact];
      const values = {
        path: `brand.${fact}`,
        value: JSON.stringify(value),
        allowed: [...new Set(known.map((one) => JSON.stringify(one)))].join(", "),
      };
      const suggestion = nearest(String(value), known.map(String));
      report.add(item.file, place, "never-true", values, { suggestion });
    }
  }
}

/** Checks one field: its kind first, then only what such a field can have. */
export function checkField(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  grammar: Grammar,
  dependencies: Dependencies,
): void {
  const { report } = project;
  const { file } = flow;
  const { value, at, path } = field;
  const kind = asText(value["kind"]);
  const type = typeOf(project, field);
  if (kind !== undefined && !project.kinds.has(kind) && !project.isUnsure("kind", kind)) {
    const suggestion = nearest(kind, project.kinds.keys());
    report.add(file, [...at, "kind"], "unknown-kind", { kind }, { suggestion });
  }
  if (type !== undefined) {
    const validate = validatorOf(grammar, "flow", `${type}Field`);
    const subject = { report, file, value, root: at, kind: kind ?? "", type };
    if (validate && checkShape(subject, validate).length > 0) report.spoil(file, at);
  }
  depend(dependencies, path, { to: `paso ${flow.steps[field.step]?.id}` });
  for (const key of ["visibleWhen", "enabledWhen", "requiredWhen"]) {
    if (value[key] === undefined) continue;
    for (const use of checkRule(project, file, value[key], [...at, key], scope)) {
      depend(dependencies, path, { to: use.field.path, at: use.at });
    }
  }
  checkPreset(project, flow, value, at, scope);
  const rules: [unknown, (string | number)[]][] = [[value["computed"], [...at, "computed"]]];
  for (const [index, variant] of asList(value["variants"]).map(asObject).entries()) {
    rules.push([variant["when"], [...at, "variants", index, "when"]]);
    checkPreset(project, flow, variant, [...at, "variants", index], scope);
  }
  for (const [rule, place] of rules) {
    if (rule === undefined) continue;
    for (const use of checkRule(project, file, rule, place, scope)) {
      depend(dependencies, path, { to: use.field.path, at: use.at });
    }
  }
  checkOnlyFor(project, flow, value["onlyFor"], at, scope);
  for (const [index, reset] of asList(value["resets"]).entries()) {
    if (flow.fields.has(String(reset))) continue;
    const reading = readVariable(project, { owner: scope.owner, flow, brands: [] }, String(reset));
    const suggestion = "finding" in reading ? reading.finding.suggestion : undefined;
    const values = { owner: scope.owner, path: String(reset), where: "" };
    report.add(file, [...at, "resets", index], "unknown-field", values, { suggestion });
  }
}
