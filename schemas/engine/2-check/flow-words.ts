import { nearest } from "./nearest.ts";
import { checkWords } from "./placeholders.ts";
import { presetsOf, typeOf, type Field, type Flow, type Project } from "./project.ts";
import { commonHasWords, hasWords, namedProblems } from "./slots.ts";
import { flowKeys, problemNames, stepScope } from "./wording-keys.ts";
import { asList, asObject } from "./values.ts";

/** Checks the words of a flow: its own, its steps', its fields', its mails' and its trees'. */
export function checkFlowWords(project: Project, flow: Flow, mails: Map<string, number>): void {
  const { file, value } = flow;
  const keys = flowKeys(project, flow, mails);
  const check = (text: unknown, at: (string | number)[], key: string): void => {
    const target = keys.get(key);
    if (target) checkWords(project, file, text, at, target.scope);
  };
  check(value["title"], ["title"], "title");
  for (const step of flow.steps) {
    for (const slot of ["title", "body", "action"])
      check(step.value[slot], [...step.at, slot], `${step.id}.${slot}`);
    for (const [id, section] of Object.entries(asObject(step.value["sections"]))) {
      for (const slot of ["title", "body"]) {
        check(asObject(section)[slot], [...step.at, "sections", id, slot], `${step.id}.${id}.${slot}`);
      }
    }
    checkRefusals(project, flow, step.value["onContinue"], [...step.at, "onContinue"], step.index);
  }
  for (const field of flow.fields.values()) checkFieldWords(project, flow, field, check);
  for (const [id, mail] of Object.entries(asObject(value["mails"]))) {
    for (const slot of ["subject", "body"])
      check(asObject(mail)[slot], ["mails", id, slot], `mails.${id}.${slot}`);
  }
  for (const [id, tree] of flow.trees) {
    const scope = { ...stepScope(project, flow, 0), markdown: false, names: [] };
    delete scope.flow;
    const visit = (options: unknown, at: (string | number)[]): void => {
      for (const [key, option] of Object.entries(asObject(options))) {
        for (const slot of ["label", "description"]) {
          checkWords(project, tree.file, asObject(option)[slot], [...at, key, slot], {
            ...scope,
            owner: `El árbol "${id}"`,
          });
        }
        visit(asObject(option)["options"], [...at, key, "options"]);
      }
    };
    visit(tree.value["options"], ["options"]);
  }
}

function checkRefusals(
  project: Project,
  flow: Flow,
  lines: unknown,
  at: (string | number)[],
  step: number,
): void {
  for (const [index, one] of asList(lines).entries()) {
    const line = asObject(one);
    const place = [...at, index];
    checkWords(project, flow.file, line["refuse"], [...place, "refuse"], stepScope(project, flow, step));
    checkRefusals(project, flow, line["onFailure"], [...place, "onFailure"], step);
  }
}

function checkFieldWords(
  project: Project,
  flow: Flow,
  field: Field,
  check: (text: unknown, at: (string | number)[], key: string) => void,
): void {
  const { report } = project;
  const { file } = flow;
  for (const slot of ["label", "hint", "placeholder", "text"]) {
    check(field.value[slot], [...field.at, slot], `${field.path}.${slot}`);
  }
  const type = typeOf(project, field);
  if (type === undefined) return;
  for (const slot of type === "boolean" ? ["label", "text"] : ["label"]) {
    if (hasWords(project, flow, field, slot)) continue;
    const values = { slot, owner: `el campo "${field.path}"`, where: "en el campo o en wording.es.json" };
    report.add(file, field.at, "missing-wording", values, { part: "key" });
  }
  for (const [problem, text] of Object.entries(asObject(field.value["problems"]))) {
    const at = [...field.at, "problems", problem];
    const scope = stepScope(project, flow, field.step);
    checkWords(project, file, text, at, { ...scope, names: [...scope.names, ...problemNames] });
    const kinds = presetsOf(project, String(field.value["kind"]));
    if (flowKeyExists(project, flow, field, problem) || kinds.length === 0) continue;
    const reason = "el campo no puede tener ese problema";
    report.add(file, at, "unused-wording-key", { key: `problems.${problem}`, reason }, { part: "key" });
  }
  for (const { problem, at } of namedProblems(field.value)) {
    const slot = `problems.${problem}`;
    if (hasWords(project, flow, field, slot) || commonHasWords(project, `common.${slot}`)) continue;
    const values = {
      slot,
      owner: `el campo "${field.path}"`,
      where: 'en "problems" del campo o en wording.es.json',
    };
    const suggestion = nearest(problem, Object.keys(asObject(field.value["problems"])));
    report.add(file, [...field.at, ...at], "missing-wording", values, { suggestion });
  }
  const { options } = field.value;
  for (const [index, id] of (Array.isArray(options) ? options : []).entries()) {
    const apart = asObject(flow.wording?.value)[`${field.path}.options.${id}`];
    if (apart !== undefined) continue;
    const values = {
      slot: `options.${id}`,
      owner: `el campo "${field.path}"`,
      where: 'en wording.es.json, o en el campo con {"list": […]}',
    };
    report.add(file, [...field.at, "options", index], "missing-wording", values);
  }
  for (const [index, option] of asList(asObject(options)["list"]).entries()) {
    checkWords(project, file, asObject(option)["label"], [...field.at, "options", "list", index, "label"], {
      ...stepScope(project, flow, field.step),
      markdown: false,
    });
  }
}

const flowKeyExists = (project: Project, flow: Flow, field: Field, problem: string): boolean =>
  flowKeys(project, flow, new Map()).has(`${field.path}.problems.${problem}`);
