import { namedOptions } from "../project/presets.ts";
import { textsOfBlock } from "../../1-read/block-parts.ts";
import { textsOfDocument } from "../../1-read/document-texts.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import { brandWords, flowKeys, type WordingKeys } from "./flow-keys.ts";
import { checkFlowWords, checkTreeWords } from "./flow-words.ts";
import { checkFragmentWords } from "./fragment-words.ts";
import { checkWords } from "./placeholders.ts";
import type { Flow, Kind, Project, SavedListDefinition, Screen, ViewDefinition } from "../project/project.ts";
import { usersOf, withoutBrands } from "../project/reach.ts";
import type { Grammar } from "../grammar/shape.ts";
import { commonHasWords, kindHasWords, namedProblems } from "./field-slots.ts";
import { ofBlockText, ofDocumentText, ofScreen } from "./screen-words.ts";
import type { WordScope } from "../variables/scope.ts";
import { allKeys, brandShows, commonScope, kindKeys, savedListKeys, viewKeys } from "./wording-keys.ts";
import { asObject } from "../report/values.ts";

/** Checks every text: whether it is there, whether something shows it, and what it names. */
export function checkWording(
  project: Project,
  grammar: Grammar,
  mails: Map<string, Map<string, number>>,
): void {
  for (const kind of new Set(project.kinds.values())) checkKindWords(project, kind);
  const ofFlows = new Map<Flow, WordingKeys>();
  for (const flow of new Set(project.flows.values())) {
    const keys = flowKeys(project, flow, mails.get(flow.id) ?? new Map());
    ofFlows.set(flow, keys);
    checkFlowWords(project, flow, keys);
    if (flow.wording && !project.report.isInvalid(flow.file)) {
      checkKeys(project, flow.wording, keys, () => undefined);
    }
  }
  checkFragmentWords(project);
  for (const tree of project.trees.values()) checkTreeWords(project, tree, []);
  for (const view of new Set(project.views.values())) checkViewWords(project, view);
  for (const list of new Set(project.savedLists.values())) checkSavedListWords(project, list);
  for (const screen of new Set(project.screens.values())) checkScreenWords(project, screen);
  checkCommon(project, grammar);
  const keys = allKeys(project, ofFlows);
  for (const [code, file] of project.brandWording) {
    const brand = project.brands.get(code);
    if (!brand || project.report.isInvalid(brand.file)) continue;
    checkKeys(project, file, keys, (key) =>
      !keys.get(key)?.exists
        ? "no hay un texto que reemplazar"
        : // What a brand extends may speak of pages that it does not have.
          brandShows(project, brand, key) || file.locate([key]).file !== undefined
          ? undefined
          : `la marca "${code}" no tiene esa pantalla, ese flujo o esa vista`,
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
      if (isUnresolved(project, key)) continue;
      const suggestion = nearest(key, keys.keys());
      report.add(file, [key], "unknown-wording-key", { key }, { part: "key", suggestion });
      continue;
    }
    const reason = isUnresolved(project, key) ? undefined : (target.unused ?? unusedIn(key));
    if (reason !== undefined) report.add(file, [key], "unused-wording-key", { key, reason }, { part: "key" });
    checkWords(project, file, text, [key], target.scope);
  }
}

/** A key of something whose own file cannot be judged yet. */
function isUnresolved(project: Project, key: string): boolean {
  const [head, id = ""] = key.split(".");
  if (head === "flows") return project.isUnresolved("flow", id);
  if (head === "kinds") return project.isUnresolved("kind", id);
  if (head === "views") return project.isUnresolved("view", id);
  if (head === "savedLists") return project.isUnresolved("saved-list", id);
  return head === "screens" && project.isUnresolved("screen", id);
}

function checkKindWords(whole: Project, kind: Kind): void {
  const users = usersOf(whole, kind);
  const project = users ? whole : withoutBrands(whole);
  const { report } = project;
  const keys = kindKeys(project, kind);
  if (keys.size === 0) return;
  for (const source of ["list", "also"] as const) {
    for (const [index, option] of (namedOptions(kind.value.options)[source] ?? []).entries()) {
      for (const slot of ["label", "description"] as const) {
        const scope = brandWords(users ?? [], slot === "label");
        checkWords(project, kind.file, option[slot], ["options", source, index, slot], scope);
      }
    }
  }
  for (const [slot, text] of Object.entries(kind.value.wording ?? {})) {
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
    const words = Object.keys(kind.value.wording ?? {}).flatMap(
      (slot) => /^problems\.(.+)/.exec(slot)?.[1] ?? [],
    );
    const suggestion = nearest(problem, words);
    const slot = `problems.${problem}`;
    const values = { slot, owner: `el tipo "${kind.id}"`, where: 'en "wording" del tipo' };
    const after = Object.keys(kind.value.wording ?? {});
    const fix = { file: kind.file.path, at: ["wording", slot], value: "", after };
    report.add(kind.file, at, "missing-wording", values, { suggestion, missingKey: fix });
  }
}

function checkViewWords(project: Project, view: ViewDefinition): void {
  const { file, value } = view;
  const keys = viewKeys(project, view);
  const { wording = {}, names = {} } = value;
  for (const [slot, { scope }] of keys) checkWords(project, file, wording[slot], ["wording", slot], scope);
  for (const slot of Object.keys(names)) {
    if (keys.has(slot)) continue;
    const suggestion = nearest(slot, keys.keys());
    const values = { key: slot, reason: `la vista no tiene un texto con esa clave` };
    project.report.add(file, ["names", slot], "unused-wording-key", values, { part: "key", suggestion });
  }
}

function checkSavedListWords(project: Project, list: SavedListDefinition): void {
  const wording = asObject(list.value.wording);
  for (const [slot, { scope }] of savedListKeys(project, list)) {
    checkWords(project, list.file, wording[slot], ["wording", slot], scope);
  }
}

function checkScreenWords(project: Project, screen: Screen): void {
  const plain = allKeysOfScreen(project, screen);
  const keys = (markdown: boolean): WordScope => ofScreen(plain(markdown), screen);
  for (const slot of ["title", "description"] as const)
    checkWords(project, screen.file, screen.value[slot], [slot], keys(false));
  checkWords(project, screen.file, screen.value.remembers?.id, ["remembers", "id"], keys(false));
  for (const [name, text] of Object.entries(screen.value.chat ?? {}))
    checkWords(project, screen.file, text, ["chat", name], keys(false));
  const { title } = screen.value.failure ?? {};
  checkWords(project, screen.file, title, ["failure", "title"], keys(false));
  // What is gone says nothing that could be named.
  checkWords(project, screen.file, screen.value.gone?.title, ["gone", "title"], plain(false));
  for (const [index, crumb] of (screen.value.breadcrumbs ?? []).entries()) {
    checkWords(project, screen.file, crumb.label, ["breadcrumbs", index, "label"], keys(false));
    checkWords(project, screen.file, crumb.back, ["breadcrumbs", index, "back"], plain(false));
  }
  for (const [index, block] of (screen.value.blocks ?? []).entries()) {
    const at = ["blocks", index];
    for (const { at: place, text, markdown } of textsOfBlock(block)) {
      const own = block.gone === true ? plain(markdown) : keys(markdown);
      const scope = ofBlockText(project, own, screen, block, { at: place, text });
      checkWords(project, screen.file, text, [...at, ...place], scope);
    }
  }
  for (const [id, document] of Object.entries(screen.value.documents ?? {})) {
    for (const one of textsOfDocument(document)) {
      const scope = ofDocumentText(project, keys(one.markdown), screen, id, one);
      checkWords(project, screen.file, one.text, ["documents", id, ...one.at], scope);
    }
  }
}

const allKeysOfScreen = (project: Project, screen: Screen) => (markdown: boolean) => ({
  brands: [...project.brands.values()].filter((brand) => (brand.value.screens ?? []).includes(screen.id)),
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
  const written = Object.keys(file.value);
  const misspelt = new Set<string>();
  for (const key of written) {
    if (key === "$schema") continue;
    if (known.includes(key)) {
      checkWords(project, file, file.value[key], [key], commonScope(project, key));
      continue;
    }
    const suggestion = nearest(
      key,
      known.filter((one) => !written.includes(one)),
    );
    if (suggestion !== undefined) misspelt.add(suggestion);
    project.report.add(file, [key], "unknown-wording-key", { key }, { part: "key", suggestion });
  }
  for (const [index, key] of known.entries()) {
    if (written.includes(key) || misspelt.has(key)) continue;
    const values = { slot: key, owner: "todo el sitio", where: "en schemas/wording.es.json" };
    const fix = { file: file.path, at: [key], value: "", after: ["$schema", ...known.slice(0, index)] };
    project.report.add(file, [], "missing-wording", values, { missingKey: fix });
  }
}
