import type { At } from "../1-read/locate.ts";
import type { Flow, Project } from "./project.ts";
import type { Fix } from "./report.ts";
import { namedProblems } from "./slots.ts";
import { asList, asObject, asText } from "./values.ts";

/** A text that a flow shows, and where it may stand. */
export interface FlowText {
  /** In wording.es.json. */
  key: string;
  /** In flow.json; undefined where it cannot stand there. */
  at?: At;
  /** What stands there. */
  inPlace?: string | undefined;
}

/** All texts that a flow has or may have, in the order in which they are read. */
export function flowTexts(flow: Flow): FlowText[] {
  const texts: FlowText[] = [];
  const add = (key: string, holder: unknown, at: At, slot: string): void => {
    texts.push({ key, at: [...at, slot], inPlace: asText(asObject(holder)[slot]) });
  };
  add("title", flow.value, [], "title");
  for (const step of flow.steps) {
    for (const slot of ["title", "body"]) add(`${step.id}.${slot}`, step.value, step.at, slot);
    for (const [id, section] of Object.entries(asObject(step.value["sections"]))) {
      const at = [...step.at, "sections", id];
      for (const slot of ["title", "body"]) add(`${step.id}.${id}.${slot}`, section, at, slot);
      for (const [field, value] of Object.entries(asObject(asObject(section)["fields"]))) {
        texts.push(...fieldTexts(`${step.id}.${field}`, asObject(value), [...at, "fields", field]));
      }
    }
    add(`${step.id}.action`, step.value, step.at, "action");
  }
  for (const [id, mail] of Object.entries(asObject(flow.value["mails"]))) {
    for (const slot of ["subject", "body"]) add(`mails.${id}.${slot}`, mail, ["mails", id], slot);
  }
  return texts;
}

function fieldTexts(path: string, field: Record<string, unknown>, at: At): FlowText[] {
  const texts: FlowText[] = ["label", "hint", "placeholder", "text"].map((slot) => ({
    key: `${path}.${slot}`,
    at: [...at, slot],
    inPlace: asText(field[slot]),
  }));
  for (const id of asList(field["options"])) texts.push({ key: `${path}.options.${String(id)}` });
  for (const [index, one] of asList(asObject(field["options"])["list"]).entries()) {
    const option = asObject(one);
    texts.push({
      key: `${path}.options.${String(option["value"])}`,
      at: [...at, "options", "list", index, "label"],
      inPlace: asText(option["label"]),
    });
  }
  const problems = asObject(field["problems"]);
  const named = namedProblems(field).map(({ problem }) => problem);
  for (const problem of new Set([...named, ...Object.keys(problems)])) {
    texts.push({
      key: `${path}.problems.${problem}`,
      at: [...at, "problems", problem],
      inPlace: asText(problems[problem]),
    });
  }
  return texts;
}

/** Whether all words of a flow stand apart. */
export const isApart = (flow: Flow): boolean => flow.value["wording"] === "apart";

/** Whether the words that stand apart cannot be judged, because their file cannot be read. */
export const isApartUnsure = (project: Project, flow: Flow): boolean =>
  project.isUnsure("wording", "", flow.owner);

/** Whether a text of a flow stands somewhere. */
export const hasText = (flow: Flow, { key, inPlace }: FlowText): boolean =>
  inPlace !== undefined || asText(asObject(flow.wording?.value)[key]) !== undefined;

// Keys that a text comes after, where it stands in place.
const inPlaceOrder = "$schema flow wording to subject kind value title label hint placeholder text".split(
  " ",
);

/** What puts in a text that is missing: in place, or apart where the flow wants that or it cannot be otherwise. */
export function fixText(flow: Flow, key: string): Fix {
  const texts = flowTexts(flow);
  const index = texts.findIndex((text) => text.key === key);
  const at = texts[index]?.at;
  if (isApart(flow) || !at) {
    const before = texts.slice(0, Math.max(0, index)).map((text) => text.key);
    const file = flow.file.path.replace(/flow\.json$/, "wording.es.json");
    return { file, at: [key], value: "", after: ["$schema", ...before] };
  }
  const order = inPlaceOrder.indexOf(String(at.at(-1)));
  const after = order === -1 ? [] : inPlaceOrder.slice(0, order);
  return { file: flow.file.path, at, value: "", after };
}
