import { fixText, flowTexts, hasText, isApart, isApartUnsure } from "./flow-texts.ts";
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
  checkPlaces(project, flow);
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

/** Texts that every flow, step and mail must have are there, and none stands in place that should stand apart. */
function checkPlaces(project: Project, flow: Flow): void {
  const { report } = project;
  const needed: [string, string, (string | number)[]][] = [
    ["title", "el flujo", []],
    ...flow.steps.map(
      ({ id, at }) => [`${id}.title`, `el paso "${id}"`, [...at]] as [string, string, string[]],
    ),
    ...Object.keys(asObject(flow.value["mails"])).flatMap((id) =>
      ["subject", "body"].map(
        (slot) => [`mails.${id}.${slot}`, `el correo "${id}"`, ["mails", id]] as [string, string, string[]],
      ),
    ),
  ];
  const texts = flowTexts(flow);
  for (const [key, owner, at] of needed) {
    const text = texts.find((one) => one.key === key);
    if (!text || hasText(flow, text) || isApartUnsure(project, flow)) continue;
    const values = { slot: key.slice(key.lastIndexOf(".") + 1), owner, where: placeOfWords(flow) };
    report.add(flow.file, at, "missing-wording", values, { part: "key", fix: fixText(flow, key) });
  }
  if (!isApart(flow)) return;
  for (const { key, at, inPlace } of texts) {
    if (!at || inPlace === undefined) continue;
    const fix = key in asObject(flow.wording?.value) ? undefined : fixText(flow, key);
    report.add(flow.file, at, "words-in-place", { key }, { part: "key", fix });
  }
}

const placeOfWords = (flow: Flow, inPlace = "aquí"): string =>
  isApart(flow) ? "en wording.es.json" : `${inPlace} o en wording.es.json`;

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
    if (hasWords(project, flow, field, slot) || isApartUnsure(project, flow)) continue;
    const values = { slot, owner: `el campo "${field.path}"`, where: placeOfWords(flow, "en el campo") };
    const fix = fixText(flow, `${field.path}.${slot}`);
    report.add(file, field.at, "missing-wording", values, { part: "key", fix });
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
    if (isApartUnsure(project, flow)) continue;
    const values = {
      slot,
      owner: `el campo "${field.path}"`,
      where: placeOfWords(flow, 'en "problems" del campo'),
    };
    const suggestion = nearest(problem, Object.keys(asObject(field.value["problems"])));
    const fix = fixText(flow, `${field.path}.${slot}`);
    report.add(file, [...field.at, ...at], "missing-wording", values, { suggestion, fix });
  }
  checkOptionWords(project, flow, field);
}

function checkOptionWords(project: Project, flow: Flow, field: Field): void {
  const { file } = flow;
  const { options } = field.value;
  const isList = Array.isArray(options);
  const at = isList ? [...field.at, "options"] : [...field.at, "options", "list"];
  for (const [index, one] of (isList ? options : asList(asObject(options)["list"])).entries()) {
    const id: unknown = isList ? one : asObject(one)["value"];
    const label = isList ? undefined : asObject(one)["label"];
    const key = `${field.path}.options.${String(id)}`;
    if (label !== undefined) {
      const scope = { ...stepScope(project, flow, field.step), markdown: false };
      checkWords(project, file, label, [...at, index, "label"], scope);
    } else if (!(key in asObject(flow.wording?.value)) && !isApartUnsure(project, flow)) {
      const values = {
        slot: `options.${String(id)}`,
        owner: `el campo "${field.path}"`,
        where: isList ? 'en wording.es.json, o en el campo con {"list": […]}' : placeOfWords(flow),
      };
      const place = isList ? [...at, index] : [...at, index, "value"];
      project.report.add(file, place, "missing-wording", values, { fix: fixText(flow, key) });
    }
  }
}

const flowKeyExists = (project: Project, flow: Flow, field: Field, problem: string): boolean =>
  flowKeys(project, flow, new Map()).has(`${field.path}.problems.${problem}`);
