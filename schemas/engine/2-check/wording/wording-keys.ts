import { textsOfBlock } from "../../1-read/block-parts.ts";
import { textsOfDocument } from "../../1-read/document-texts.ts";
import { apiErrorSentences } from "../../api-errors.ts";
import { brandWords, problemNames, slotScope, type WordingKeys } from "./flow-keys.ts";
import type { WordScope } from "../variables/scope.ts";
import { parametersOf } from "../project/presets.ts";
import {
  brandsOf,
  flowsOn,
  screensOf,
  typeOfKind,
  type Flow,
  type Project,
  type Brand,
  type Kind,
  type SavedListDefinition,
  type ViewDefinition,
} from "../project/project.ts";
import { ofBlockText, ofDocumentText, ofScreen } from "./screen-words.ts";
import { fieldSlots, kindHasWords, problemWords, slotsOf } from "./field-slots.ts";
import { everyNodeOf } from "../project/option-trees.ts";

import { usersOf } from "../project/reach.ts";

/** All wording keys with the words of which brands may have their own. */
export function allKeys(project: Project, ofFlows: ReadonlyMap<Flow, WordingKeys>): WordingKeys {
  const keys: WordingKeys = new Map();
  const all = [...project.brands.values()];
  for (const [flow, ofFlow] of ofFlows) {
    for (const [key, target] of ofFlow) {
      keys.set(`flows.${flow.id}.${key}`, target);
    }
    for (const [id, tree] of flow.trees) {
      const scope = brandWords(brandsOf(project, flow.id), false);
      for (const node of everyNodeOf(tree)) {
        keys.set(`flows.${flow.id}.options.${id}.${node.path}`, { scope, exists: true });
      }
    }
  }
  for (const kind of new Set(project.kinds.values())) {
    for (const [slot, key] of kindKeys(project, kind)) keys.set(`kinds.${kind.id}.${slot}`, key);
  }
  for (const view of new Set(project.views.values())) {
    for (const [slot, key] of viewKeys(project, view)) keys.set(`views.${view.id}.${slot}`, key);
  }
  for (const list of new Set(project.savedLists.values())) {
    for (const [slot, key] of savedListKeys(project, list)) keys.set(`savedLists.${list.id}.${slot}`, key);
  }
  for (const screen of new Set(project.screens.values())) {
    const brands = all.filter((brand) => screensOf(project, brand).includes(screen));
    const { forEach } = screen.value;
    for (const slot of ["title", "description"] as const) {
      keys.set(`screens.${screen.id}.${slot}`, {
        scope: ofScreen(brandWords(brands, false, forEach), screen),
        exists: slot in screen.value,
      });
    }
    if ("failure" in screen.value) {
      const exists = "title" in (screen.value.failure ?? {});
      keys.set(`screens.${screen.id}.failure.title`, { scope: brandWords(brands, false, forEach), exists });
    }
    if ("gone" in screen.value) {
      const exists = "title" in (screen.value.gone ?? {});
      keys.set(`screens.${screen.id}.gone.title`, { scope: brandWords(brands, false, forEach), exists });
    }
    for (const [index, block] of (screen.value.blocks ?? []).entries()) {
      for (const { at, text, markdown } of textsOfBlock(block)) {
        const key = `screens.${screen.id}.blocks.${index}.${at.join(".")}`;
        const plain = brandWords(brands, markdown, forEach);
        const words = block.gone === true ? plain : ofScreen(plain, screen);
        const scope = ofBlockText(project, words, screen, block, { at, text });
        keys.set(key, { scope, exists: true });
      }
    }
    for (const [id, document] of Object.entries(screen.value.documents ?? {})) {
      for (const one of textsOfDocument(document)) {
        const words = ofScreen(brandWords(brands, one.markdown, forEach), screen);
        const scope = ofDocumentText(project, words, screen, id, one);
        keys.set(`screens.${screen.id}.documents.${id}.${one.at.join(".")}`, { scope, exists: true });
      }
    }
  }
  for (const key of Object.keys(project.commonWording?.value ?? {})) {
    if (key !== "$schema") keys.set(key, { scope: commonScope(project, key), exists: true });
  }
  return keys;
}

/** Names that pages and widgets fill in, by the key of the words. */
const commonNames: Record<string, readonly string[]> = {
  "common.carousel.place": ["number", "count"],
  "common.carousel.skip": ["label"],
  "common.stars": ["count", "most"],
  "common.chooseFirst": ["label"],
  "common.meant": ["answer"],
  "common.consent.record": ["code"],
  "common.consent.frame": ["host"],
  "common.count": ["count", "limit"],
  "common.view.many": ["count"],
  "common.pages.shown": ["first", "last", "total"],
  "common.pages.page": ["number"],
  "common.chips.remove": ["choice"],
  "common.options.filter": ["label"],
  "common.range.above": ["value"],
  "common.slider.amount": ["label"],
  "common.slider.of": ["amount"],
  "common.range.least": ["label"],
  "common.range.most": ["label"],
  "common.map.kilometres": ["count"],
  "common.map.title": ["label"],
  "common.map.group": ["count", "name"],
  "common.document.continued": ["title"],
  "common.document.page": ["page", "pages"],
  "common.file.accepts": ["types", "limit"],
  "common.receipt": ["submission.number"],
  "common.steps.place": ["number", "count"],
  "common.steps.named": ["number", "count", "name"],
  "common.requestId": ["request.id"],
  "common.site.open": ["time"],
  "common.site.opensToday": ["time"],
  "common.site.opensTomorrow": ["time"],
  "common.site.opensOn": ["day", "time"],
  "common.site.whatsappAbout": ["page"],
  "common.rows.moved": ["title", "number", "count"],
  "common.details.known": ["names"],
  "common.handoff.body": ["minutes"],
  "common.handoff.sent.body": ["email", "minutes"],
  "common.handoff.gone.body": ["day", "time"],
  "common.signIn.mail.body": ["code", "minutes"],
  "common.signIn.provider.button": ["name"],
  "common.wait.until": ["time"],
  "common.wait.untilDay": ["day", "time"],
  "common.wait.minutes": ["minutes"],
  "common.wait.page": ["time"],
  "common.rows.removed": ["title"],
  "common.siteSearch.many": ["count"],
  "common.siteSearch.none": ["text"],
  "common.select.none": ["text"],
  "common.summary.left": ["count"],
  "common.summary.more": ["count"],
};

/** Keys are authors': one may be called as what every object has. */
const namesOf = (names: Record<string, readonly string[]>, key: string): string[] =>
  Object.hasOwn(names, key) ? [...names[key]!] : [];

export function commonScope(project: Project, key: string): WordScope {
  const brands = [...project.brands.values()];
  // What an error says is plain text.
  if (key.startsWith("errors."))
    return { ...brandWords(brands, false), names: namesOf(apiErrorSentences, key.slice("errors.".length)) };
  const names = key.startsWith("common.problems.") ? [...problemNames] : namesOf(commonNames, key);
  return { ...brandWords(brands, true), names };
}

/** The slots of a kind's own words. */
export function kindKeys(project: Project, kind: Kind): WordingKeys {
  const keys: WordingKeys = new Map();
  const type = typeOfKind(kind);
  if (type === undefined) return keys;
  const parameters = new Set(Object.keys(parametersOf(kind)));
  const scope = { ...brandWords(usersOf(project, kind) ?? [], true), parameters };
  for (const slot of fieldSlots) {
    const unused = slotsOf[type].includes(slot) ? {} : { unused: `un campo de este tipo no tiene "${slot}"` };
    const words = slotScope(scope, slot);
    keys.set(slot, { scope: words, exists: kindHasWords(kind, slot), ...unused });
  }
  for (const problem of problemWords(type, [kind.value])) {
    const names = [...problemNames];
    const slot = `problems.${problem}`;
    keys.set(slot, { scope: { ...scope, names }, exists: kindHasWords(kind, slot) });
  }
  return keys;
}

/** The texts of a view's own. */
export function viewKeys(project: Project, view: ViewDefinition): WordingKeys {
  const { names = {}, wording = {} } = view.value;
  const brands = [...project.brands.values()].filter((brand) => showsView(project, brand, view.id));
  return new Map(
    Object.keys(wording).map((slot) => {
      const own = Object.hasOwn(names, slot) ? names[slot]! : [];
      return [slot, { scope: { ...brandWords(brands, true), names: own }, exists: true }];
    }),
  );
}

/** What stands in the texts of a saved list besides. */
const savedListNames: Record<string, readonly string[]> = { add: ["name"], remove: ["name"], full: ["max"] };

/** The texts of a saved list. */
export function savedListKeys(project: Project, { value }: SavedListDefinition): WordingKeys {
  const brands = [...project.brands.values()];
  return new Map(
    Object.keys(value.wording ?? {}).map((slot) => {
      const names = namesOf(savedListNames, slot);
      return [slot, { scope: { ...brandWords(brands, true), names }, exists: true }];
    }),
  );
}

const showsView = (project: Project, brand: Brand, id: string): boolean =>
  screensOf(project, brand).some((screen) => (screen.value.blocks ?? []).some(({ view }) => view === id));

/** Whether a brand shows what a key belongs to. */
export function brandShows(project: Project, brand: Brand, key: string): boolean {
  const [head, id = ""] = key.split(".");
  if (head === "flows") return screensOf(project, brand).some((screen) => flowsOn(screen).includes(id));
  if (head === "views") return showsView(project, brand, id);
  if (head === "screens") return (brand.value.screens ?? []).includes(id);
  return true;
}
