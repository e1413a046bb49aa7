import { textIn } from "../report/values.ts";
import { namedOptions } from "../project/presets.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { awaitsOf } from "../project/awaits.ts";
import type { Field, Flow, Project } from "../project/project.ts";
import type { MissingKey } from "../report/report.ts";
import { fieldSlots, namedProblems } from "./field-slots.ts";

/** A text that a flow shows, and where it may stand. */
export interface FlowText {
  /** In wording.es.json. */
  key: string;
  /** The flow's file, or the fragment's that the field is written in. */
  file: ReadFile;
  /** Where it stands in that file; undefined where it cannot stand there. */
  at?: JsonPath;
  /** What stands there. */
  inPlace?: string | undefined;
}

/** All texts that a flow has or may have, in the order in which they are read. */
export function flowTexts(flow: Flow): FlowText[] {
  const texts: FlowText[] = [];
  const add = (key: string, holder: object | undefined, at: JsonPath, slot: string): void => {
    texts.push({ key, file: flow.file, at: [...at, slot], inPlace: textIn(holder, slot) });
  };
  const fields = [...flow.fields.values()];
  add("title", flow.value, [], "title");
  if ("abandon" in flow.value) add("abandon.label", flow.value.abandon, ["abandon"], "label");
  for (const step of flow.steps) {
    for (const slot of ["name", "title", "body"] as const)
      add(`${step.id}.${slot}`, step.value, step.at, slot);
    for (const [id, section] of Object.entries(step.value.sections ?? {})) {
      const at = [...step.at, "sections", id];
      for (const slot of ["title", "body"] as const) add(`${step.id}.${id}.${slot}`, section, at, slot);
      const asked = fields.filter((field) => field.step === step.index && field.section === id);
      texts.push(...asked.flatMap(fieldTexts));
    }
    add(`${step.id}.action`, step.value, step.at, "action");
  }
  for (const { as, line, at } of awaitsOf(flow)) {
    for (const slot of waitSlots) add(`waits.${as}.${slot}`, line, at, slot);
  }
  for (const [id, dialog] of Object.entries(flow.value.dialogs ?? {})) {
    const at = ["dialogs", id];
    for (const slot of ["title", "body"] as const) add(`dialogs.${id}.${slot}`, dialog, at, slot);
    for (const [name, button] of Object.entries(dialog.buttons ?? {})) {
      add(`dialogs.${id}.buttons.${name}.label`, button, [...at, "buttons", name], "label");
    }
  }
  for (const [id, { link }] of Object.entries(flow.value.mails ?? {})) {
    if (link) add(`mails.${id}.link.label`, link, ["mails", id, "link"], "label");
  }
  for (const [key, slots] of sent) {
    for (const [id, one] of Object.entries(flow.value[key] ?? {})) {
      for (const slot of slots) add(`${key}.${id}.${slot}`, one, [key, id], slot);
    }
  }
  return texts;
}

/** What is said while a program waits. */
export const waitSlots = ["title", "body", "check", "cancel", "open", "code"] as const;

/** What is made of a submission, and the slots of its words. */
const sent = [
  ["mails", ["subject", "body"]],
  ["documents", ["title", "body", "closing", "signature"]],
] as const;

function fieldTexts({ path, file, at, value }: Field): FlowText[] {
  const text = (slot: string, place: JsonPath, inPlace: string | undefined): FlowText => ({
    key: `${path}.${slot}`,
    file,
    at: [...at, ...place],
    inPlace,
  });
  const texts = fieldSlots.map((slot) => text(slot, [slot], textIn(value, slot)));
  for (const [id, item] of Object.entries(value.items ?? {})) {
    for (const slot of ["label", "text"] as const) {
      texts.push(text(`items.${id}.${slot}`, ["items", id, slot], item[slot]));
    }
  }
  const options = namedOptions(value.options);
  for (const id of options.ids ?? []) texts.push({ key: `${path}.options.${id}`, file });
  for (const source of ["list", "also"] as const) {
    for (const [index, option] of (options[source] ?? []).entries()) {
      const place = ["options", source, index, "label"];
      texts.push(text(`options.${option.value}`, place, option.label));
    }
  }
  const problems = value.problems ?? {};
  const named = namedProblems(value).map(({ problem }) => problem);
  for (const problem of new Set([...named, ...Object.keys(problems)])) {
    texts.push(text(`problems.${problem}`, ["problems", problem], problems[problem]));
  }
  return texts;
}

/** Whether all words of a flow stand apart. */
export const isApart = (flow: Flow): boolean => flow.value.wording === "apart";

/** Where the words of a flow, or of one of its fields, are written. */
export function placeOfWords(flow: Flow, field?: Field, inPlace = "aquí"): string {
  if (field?.fragment !== undefined)
    return isApart(flow)
      ? "en wording.es.json del flujo, o para todos en el fragmento"
      : `${inPlace} o en wording.es.json del flujo`;
  return isApart(flow) ? "en wording.es.json" : `${inPlace} o en wording.es.json`;
}

/** Whether the words that stand apart cannot be judged, because their file cannot be read. */
export const isApartUnresolved = (project: Project, flow: Flow): boolean =>
  project.isUnresolved("wording", "", flow.owner);

/** Whether a text of a flow stands somewhere. */
export const hasText = (flow: Flow, { key, inPlace }: FlowText): boolean =>
  inPlace !== undefined || flow.wording?.value?.[key] !== undefined;

// Keys that a text comes after, where it stands in place.
const inPlaceOrder =
  "$schema flow wording to subject format kind value title label hint placeholder text row add".split(" ");

/** What puts in a text that is missing: in place, or apart where the flow wants that or it cannot be otherwise. */
export function fixText(flow: Flow, key: string): MissingKey {
  const texts = flowTexts(flow);
  const index = texts.findIndex((text) => text.key === key);
  const { at, file: place = flow.file } = texts[index] ?? {};
  // What a fragment leaves to the flows that use it, a flow whose words stand apart says there too.
  if (!at || isApart(flow)) {
    const before = texts.slice(0, Math.max(0, index)).map((text) => text.key);
    const file = flow.file.path.replace(/flow\.json$/, "wording.es.json");
    return { file, at: [key], value: "", after: ["$schema", ...before] };
  }
  const order = inPlaceOrder.indexOf(String(at.at(-1)));
  const after = order === -1 ? [] : inPlaceOrder.slice(0, order);
  return { file: place.path, at, value: "", after };
}
