import { checkFieldWords } from "./field-words.ts";
import { stepScope, type WordingKeys } from "./flow-keys.ts";
import { fixText, flowTexts, hasText, isApart, isApartUnresolved, placeOfWords } from "./flow-texts.ts";
import { checkWords } from "./placeholders.ts";
import { awaitsOf, programKeys } from "../project/awaits.ts";
import {
  brandsOf,
  type Flow,
  type Project,
  type Brand,
  type OptionTree,
  type ProgramLine,
} from "../project/project.ts";
import { checkSequences } from "./sequence-words.ts";

import { resultsDuring } from "../variables/results.ts";

type At = (string | number)[];

/** Checks the words of a flow: its own, its steps', its fields', its dialogs', its mails', its documents' and its trees'. */
export function checkFlowWords(project: Project, flow: Flow, keys: WordingKeys): void {
  for (const { key, file, at, inPlace } of flowTexts(flow)) {
    const target = keys.get(key);
    // Problems and options are checked with their fields.
    if (!target || !at || inPlace === undefined || /\.(problems|options)\.[^.]+$/.test(key)) continue;
    checkWords(project, file, inPlace, at, target.scope);
  }
  for (const step of flow.steps) {
    checkRefusals(project, flow, step.value.onContinue, [...step.at, "onContinue"], step.index);
  }
  for (const field of flow.fields.values()) checkFieldWords(project, flow, field, keys);
  checkPlaces(project, flow);
  checkSequences(project, flow);
  for (const tree of flow.trees.values()) checkTreeWords(project, tree, brandsOf(project, flow.id));
}

/** Checks the words of a tree of options. */
export function checkTreeWords(project: Project, tree: OptionTree, brands: Brand[]): void {
  const scope = { brands, markdown: false, names: [], owner: `El árbol "${tree.id}"` };
  const visit = (options: OptionTree["value"]["options"] = {}, at: At): void => {
    for (const [key, option] of Object.entries(options)) {
      for (const slot of ["label", "description"] as const) {
        checkWords(project, tree.file, option[slot], [...at, key, slot], scope);
      }
      visit(option.options, [...at, key, "options"]);
    }
  };
  visit(tree.value.options, ["options"]);
}

/** The texts without which a flow cannot be shown, with whose they are and where they would stand. */
function neededTexts(flow: Flow): [key: string, owner: string, at: At][] {
  const of = (
    holder: "mails" | "documents" | "dialogs",
    what: string,
    slots: string[],
  ): [string, string, At][] =>
    Object.keys(flow.value[holder] ?? {}).flatMap((id) =>
      slots.map((slot): [string, string, At] => [`${holder}.${id}.${slot}`, `${what} "${id}"`, [holder, id]]),
    );
  const buttons = Object.entries(flow.value.dialogs ?? {}).flatMap(([id, dialog]) =>
    Object.keys(dialog.buttons ?? {}).map((button): [string, string, At] => [
      `dialogs.${id}.buttons.${button}.label`,
      `el botón "${button}" del diálogo "${id}"`,
      ["dialogs", id, "buttons", button],
    ]),
  );
  return [
    ["title", "el flujo", []],
    ...flow.steps.map(({ id, at }): [string, string, At] => [`${id}.title`, `el paso "${id}"`, [...at]]),
    ...awaitsOf(flow).map(({ as, at }): [string, string, At] => [
      `waits.${as}.title`,
      `la espera "${as}"`,
      [...at],
    ]),
    ...of("dialogs", "el diálogo", ["title"]),
    ...buttons,
    ...of("mails", "el correo", ["subject", "body"]),
    ...Object.entries(flow.value.mails ?? {}).flatMap(([id, { link }]): [string, string, At][] =>
      link ? [[`mails.${id}.link.label`, `el botón del correo "${id}"`, ["mails", id, "link"]]] : [],
    ),
    ...of("documents", "el documento", ["title"]),
  ];
}

/** Texts that must be there are there, and none stands in place that should stand apart. */
function checkPlaces(project: Project, flow: Flow): void {
  const { report } = project;
  const texts = flowTexts(flow);
  for (const [key, owner, at] of neededTexts(flow)) {
    const text = texts.find((one) => one.key === key);
    if (!text || hasText(flow, text) || isApartUnresolved(project, flow)) continue;
    const values = { slot: key.slice(key.lastIndexOf(".") + 1), owner, where: placeOfWords(flow) };
    report.add(flow.file, at, "missing-wording", values, { part: "key", missingKey: fixText(flow, key) });
  }
  if (!isApart(flow)) return;
  for (const { key, file, at, inPlace } of texts) {
    if (!at || inPlace === undefined || file !== flow.file) continue;
    const fix = key in (flow.wording?.value ?? {}) ? undefined : fixText(flow, key);
    report.add(flow.file, at, "words-in-place", { key }, { part: "key", missingKey: fix });
  }
}

function checkRefusals(project: Project, flow: Flow, lines: ProgramLine[] = [], at: At, step: number): void {
  for (const [index, line] of lines.entries()) {
    const place = [...at, index];
    checkWords(project, flow.file, line.refuse, [...place, "refuse"], stepScope(project, flow, step));
    // The server fills it where the calls of the same program have their results.
    const { readsButtonQueries: _, ...scope } = stepScope(project, flow, step);
    const said = { ...scope, results: resultsDuring(flow, step), names: ["submission.number"] };
    checkWords(project, flow.file, line.says, [...place, "says"], said);
    for (const name of programKeys) {
      checkRefusals(project, flow, line[name], [...place, name], step);
    }
  }
}
