import type { ReadFile } from "../1-read/read.ts";
import { nearest } from "./nearest.ts";
import { checkWords } from "./placeholders.ts";
import { presetsOf, typeOf, type Field, type Flow, type Item, type Project } from "./project.ts";
import type { Grammar } from "./shape.ts";
import { commonHasWords, hasWords, kindHasWords, namedProblems } from "./slots.ts";
import {
  allKeys,
  blockSlots,
  brandShows,
  commonScope,
  flowKeys,
  kindKeys,
  problemNames,
  stepScope,
  type WordingKeys,
} from "./wording-keys.ts";
import { asList, asObject } from "./values.ts";

/** Checks every text: whether it is there, whether something shows it, and what it names. */
export function checkWording(
  project: Project,
  grammar: Grammar,
  mails: Map<string, Map<string, number>>,
): void {
  for (const kind of new Set(project.kinds.values())) checkKindWords(project, kind);
  for (const flow of new Set(project.flows.values())) {
    checkFlowWords(project, flow, mails.get(flow.id) ?? new Map());
    if (flow.wording && !project.report.isSpoiled(flow.file)) {
      const keys = flowKeys(project, flow, mails.get(flow.id) ?? new Map());
      checkKeys(project, flow.wording, keys, () => undefined);
    }
  }
  for (const screen of new Set(project.screens.values())) checkScreenWords(project, screen);
  checkCommon(project, grammar);
  const keys = allKeys(project, mails);
  for (const [code, file] of project.brandWording) {
    const brand = project.brands.get(code);
    if (!brand || project.report.isSpoiled(brand.file)) continue;
    checkKeys(project, file, keys, (key) =>
      !keys.get(key)?.exists
        ? "no hay un texto que reemplazar"
        : brandShows(project, brand, key)
          ? undefined
          : `la marca "${code}" no tiene esa pantalla o ese flujo`,
    );
  }
}

function checkKeys(
  project: Project,
  file: ReadFile,
  keys: WordingKeys,
  unusedIn: (key: string) => string | undefined,
): void {
  const { report } = project;
  for (const [key, text] of Object.entries(asObject(file.value))) {
    if (key === "$schema") continue;
    const target = keys.get(key);
    if (!target) {
      if (isUnsure(project, key)) continue;
      const suggestion = nearest(key, keys.keys());
      report.add(file, [key], "unknown-wording-key", { key }, { part: "key", suggestion });
      continue;
    }
    const reason = isUnsure(project, key) ? undefined : (target.unused ?? unusedIn(key));
    if (reason !== undefined) report.add(file, [key], "unused-wording-key", { key, reason }, { part: "key" });
    checkWords(project, file, text, [key], target.scope);
  }
}

/** A key of something whose own file cannot be judged yet. */
function isUnsure(project: Project, key: string): boolean {
  const [head, id = ""] = key.split(".");
  if (head === "flows") return project.isUnsure("flow", id);
  if (head === "kinds") return project.isUnsure("kind", id);
  return head === "screens" && project.isUnsure("screen", id);
}

function checkKindWords(project: Project, kind: Item): void {
  const { report } = project;
  const keys = kindKeys(project, kind);
  if (keys.size === 0) return;
  for (const [slot, text] of Object.entries(asObject(kind.value["wording"]))) {
    const target = keys.get(slot);
    const at = ["wording", slot];
    if (!target || target.unused !== undefined) {
      const reason = target?.unused ?? `ningún campo de este tipo tiene ese problema`;
      const suggestion = nearest(
        slot,
        [...keys.keys()].filter((key) => !kindHasWords(kind, key)),
      );
      report.add(kind.file, at, "unused-wording-key", { key: slot, reason }, { part: "key", suggestion });
    }
    if (target) checkWords(project, kind.file, text, at, target.scope);
  }
  for (const { problem, at } of namedProblems(kind.value)) {
    if (kindHasWords(kind, `problems.${problem}`) || commonHasWords(project, `common.problems.${problem}`))
      continue;
    const words = Object.keys(asObject(kind.value["wording"])).flatMap(
      (slot) => /^problems\.(.+)/.exec(slot)?.[1] ?? [],
    );
    const suggestion = nearest(problem, words);
    const values = {
      slot: `problems.${problem}`,
      owner: `el tipo "${kind.id}"`,
      where: 'en "wording" del tipo',
    };
    report.add(kind.file, at, "missing-wording", values, { suggestion });
  }
}

function checkFlowWords(project: Project, flow: Flow, mails: Map<string, number>): void {
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
    if (apart !== undefined || asObject(field.value["optionLabels"])[id] !== undefined) continue;
    const values = {
      slot: `options.${id}`,
      owner: `el campo "${field.path}"`,
      where: 'en "optionLabels" del campo o en wording.es.json',
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

function checkScreenWords(project: Project, screen: Item): void {
  const keys = allKeysOfScreen(project, screen);
  for (const slot of ["title", "description"])
    checkWords(project, screen.file, screen.value[slot], [slot], keys(false));
  for (const [index, crumb] of asList(screen.value["breadcrumbs"]).entries()) {
    checkWords(project, screen.file, asObject(crumb)["label"], ["breadcrumbs", index, "label"], keys(false));
  }
  for (const [index, one] of asList(screen.value["blocks"]).entries()) {
    const block = asObject(one);
    const at = ["blocks", index];
    for (const slot of blockSlots) checkWords(project, screen.file, block[slot], [...at, slot], keys(true));
    checkWords(
      project,
      screen.file,
      asObject(block["action"])["label"],
      [...at, "action", "label"],
      keys(false),
    );
  }
}

const allKeysOfScreen = (project: Project, screen: Item) => (markdown: boolean) => ({
  brands: [...project.brands.values()].filter((brand) => asList(brand.value["screens"]).includes(screen.id)),
  markdown,
  names: [],
  owner: `La pantalla "${screen.id}"`,
});

/** The common words are a closed list, which the grammar names. */
function checkCommon(project: Project, grammar: Grammar): void {
  const file = project.commonWording;
  const known = Object.keys(asObject(asObject(grammar["wording.schema.json"])["properties"])).filter(
    (key) => key !== "$schema",
  );
  if (!file || known.length === 0) return;
  const written = Object.keys(asObject(file.value));
  const misspelt = new Set<string>();
  for (const key of written) {
    if (key === "$schema") continue;
    if (known.includes(key)) {
      checkWords(project, file, asObject(file.value)[key], [key], commonScope(project, key));
      continue;
    }
    const suggestion = nearest(
      key,
      known.filter((one) => !written.includes(one)),
    );
    if (suggestion !== undefined) misspelt.add(suggestion);
    project.report.add(file, [key], "unknown-wording-key", { key }, { part: "key", suggestion });
  }
  for (const key of known) {
    if (written.includes(key) || misspelt.has(key)) continue;
    const values = { slot: key, owner: "todo el sitio", where: "en schemas/wording.es.json" };
    project.report.add(file, [], "missing-wording", values);
  }
}
