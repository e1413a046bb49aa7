import type { JsonPath } from "../../1-read/locate.ts";
import type { ContentRow, SourceRows } from "../../1-read/expand.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { contentAt, contentFilesOf, isUnresolvedFile, typeFileOf } from "../project/content.ts";
import { patternInWords } from "../grammar/pattern-words.ts";
import { nearest } from "../report/nearest.ts";
import { optionsOf, typeOf } from "../project/presets.ts";
import type { Field, Flow, Project, ContentFieldDefinition } from "../project/project.ts";
import { neededSlots, slotsOf } from "../wording/field-slots.ts";
import { asList, asObject, asText, isObject, listed, type Definition } from "../report/values.ts";

/** What the rows of a list of content may hold when they become questions, by name: the type of content's own types. */
const rowFields: Record<string, { type: string; of?: string; needed?: true }> = {
  id: { type: "text", needed: true },
  type: { type: "text", needed: true },
  label: { type: "text", needed: true },
  hint: { type: "text" },
  placeholder: { type: "text" },
  text: { type: "words" },
  required: { type: "boolean" },
  options: { type: "list", of: "text" },
};

const fieldId = "^[a-z][A-Za-z0-9]*$";

/** A part of a section whose questions come from content. */
interface From {
  project: Project;
  flow: Flow;
  step: string;
  at: JsonPath;
  /** The type of content, and its list. */
  type: string;
  list: string;
  /** The questions of each type as the flow writes them. */
  types: Map<string, Field>;
  /** Ids that the flow knows, and the type that each has. */
  known: Record<string, string>;
}

/** Every part of a flow whose questions come from content. */
function partsOf(project: Project, flow: Flow): From[] {
  return flow.steps.flatMap((step) =>
    Object.entries(step.value.sections ?? {}).flatMap(([id, section]) => {
      const written = section.fieldsFrom;
      if (!isObject(written)) return [];
      const [type = "", list = ""] = String(written.content).split(".");
      const types = Object.keys(written.types ?? {}).flatMap((name): [string, Field][] => {
        const field = flow.fields.get(`${step.id}.*${name}`);
        return field ? [[name, field]] : [];
      });
      const at = [...step.at, "sections", id, "fieldsFrom"];
      const known = written.known ?? {};
      return [{ project, flow, step: step.id, at, type, list, types: new Map(types), known }];
    }),
  );
}

/** Checks the questions that content asks: what the flow says of them, and what each brand's content does. */
export function checkContentRows(project: Project, flow: Flow): void {
  for (const from of partsOf(project, flow)) {
    if (!checkFrom(from)) continue;
    for (const brand of new Set(project.brands.values())) {
      for (const file of contentFilesOf(project, brand, from.type)) {
        if (!isUnresolvedFile(project, file))
          checkRows(from, file, [from.list], contentAt(file, [from.list]));
      }
    }
  }
}

/** As `checkContentRows`, for the one content that stands at a place of a file. */
export function checkRowsAt(
  project: Project,
  flow: Flow,
  file: ReadFile,
  at: JsonPath,
  values: Definition,
): void {
  for (const from of partsOf(project, flow)) checkRows(from, file, [...at, from.list], values[from.list]);
}

/** The rows of one content as the fields of its flow are expanded with; what is no text or list is left out. */
export const rowsIn =
  (type: string, values: Definition): SourceRows =>
  (content) =>
    content.split(".")[0] === type
      ? asList(values[content.split(".")[1] ?? ""]).map((row) => asObject(row) as unknown as ContentRow)
      : [];

/** Checks what the flow says. Gives whether content can be judged by it. */
function checkFrom(from: From): boolean {
  const { project, flow, at, type, list, types, known } = from;
  const { report } = project;
  const place = [...at, "content"];
  const path = `${type}.${list}`;
  if (report.isInvalid(flow.file)) return false;
  for (const [id, name] of Object.entries(known)) {
    if (types.has(name)) continue;
    const values = { type: name, allowed: listed(types.keys()) };
    const suggestion = nearest(name, types.keys());
    report.add(flow.file, [...at, "known", id], "unknown-row-type", values, { suggestion });
  }
  for (const [name, field] of types) {
    const holds = ["group", "list"].includes(typeOf(project, field) ?? "");
    if (!holds) continue;
    const reason = `el tipo "${name}" tiene preguntas adentro, y un contenido no las puede decir`;
    report.add(flow.file, field.at, "fields-from-content", { path, reason }, { part: "key" });
  }
  const found = project.content.types.get(type);
  if (!found) {
    const suggestion = nearest(type, project.content.types.keys());
    const values = { type, file: typeFileOf(type) };
    report.add(flow.file, place, "unknown-content-type", values, { suggestion, within: type });
    return false;
  }
  if (isUnresolvedFile(project, found.file)) return false;
  if (found.value.many === true && flow.value.forEach !== type) {
    const values = { owner: "El flujo", path, type };
    report.add(flow.file, place, "content-of-many", values);
    return false;
  }
  const field = found.value.fields?.[list] ?? {};
  const reason = unfitList(field);
  if (reason === undefined) return true;
  report.add(flow.file, place, "fields-from-content", { path, reason });
  return false;
}

/** Why the rows of a list cannot become questions, if they cannot. */
function unfitList(field: ContentFieldDefinition): string | undefined {
  if (field.type !== "list" || !isObject(field.fields)) return "no es una lista con campos";
  const rows = field.fields;
  for (const [name, { needed }] of Object.entries(rowFields)) {
    const row = rows[name] ?? {};
    if (!needed || (row.type === "text" && row.required !== false)) continue;
    return `a sus filas les falta "${name}", un texto que siempre está`;
  }
  for (const [name, one] of Object.entries(rows)) {
    const wanted = Object.hasOwn(rowFields, name) ? rowFields[name]! : undefined;
    if (!wanted) return `nadie lee "${name}" de sus filas; se leen ${listed(Object.keys(rowFields))}`;
    const { type, of } = one;
    const what = wanted.of ? `una lista de textos ("of": "text")` : `de tipo "${wanted.type}"`;
    if (type !== wanted.type || of !== wanted.of) return `"${name}" de sus filas tiene que ser ${what}`;
  }
  return undefined;
}

function checkRows(from: From, file: ReadFile, at: JsonPath, written: unknown): void {
  const { report } = from.project;
  const rows = asList(written);
  if (Array.isArray(written) && rows.length === 0) {
    report.add(file, at, "value-out-of-range", { limit: "hace falta al menos una pregunta" });
  }
  const seen = new Set<string>();
  for (const [index, row] of rows.map(asObject).entries()) {
    const id = asText(row["id"]);
    const place = [...at, index];
    if (id !== undefined) checkId(from, file, id, [...place, "id"], seen);
    if (typeof row["type"] === "string") checkRow(from, file, row, place);
  }
}

function checkId(
  { project, flow, step }: From,
  file: ReadFile,
  id: string,
  at: JsonPath,
  seen: Set<string>,
): void {
  const { report } = project;
  if (!new RegExp(fieldId).test(id)) {
    return report.add(file, at, "malformed-value", { value: id, pattern: patternInWords(fieldId) });
  }
  const fixed = flow.fields.get(`${step}.${id}`);
  const isTaken = fixed !== undefined && fixed.row === undefined;
  if (seen.has(id) || isTaken) {
    const where = isTaken ? "el formulario ya tiene una" : "ya hay una antes";
    report.add(file, at, "duplicate-row", { id, where });
  }
  seen.add(id);
}

/** Checks that a row says what its type needs, and nothing that it cannot have. */
function checkRow({ project, types, known }: From, file: ReadFile, row: Definition, at: JsonPath): void {
  const { report } = project;
  const [id, type] = [String(row["id"]), String(row["type"])];
  const field = types.get(type);
  if (!field) {
    const values = { type, allowed: listed(types.keys()) };
    const suggestion = nearest(type, types.keys());
    return report.add(file, [...at, "type"], "unknown-row-type", values, { suggestion });
  }
  const wanted = Object.hasOwn(known, id) ? String(known[id]) : type;
  if (wanted !== type && types.has(wanted)) {
    return report.add(file, [...at, "type"], "known-row-type", { id, type, wanted }, { suggestion: wanted });
  }
  const valueType = typeOf(project, field);
  if (valueType === undefined) return;
  const fits = new Set(slotsOf[valueType]);
  for (const slot of ["hint", "placeholder", "text"] as const) {
    if (Object.hasOwn(row, slot) && !fits.has(slot)) tellSurplus(slot);
  }
  const isChoice = valueType === "choice" || valueType === "choices";
  const isOpen =
    isChoice && !["ids", "list", "tree", "data", "page"].some((key) => key in optionsOf(project, field));
  if (Object.hasOwn(row, "options") && !isOpen) tellSurplus("options");
  if (isOpen) checkOptions(project, file, row, at);
  const needed = neededSlots(
    project,
    { ...field, value: { ...field.value, ...withRequired(row) } },
    valueType,
  );
  if (needed.includes("text") && !Object.hasOwn(row, "text") && !Object.hasOwn(field.value, "text")) {
    report.add(file, at, "missing-key", { key: "text" });
  }

  function tellSurplus(key: string): void {
    const values = { id, type, key };
    report.add(file, [...at, key], "row-does-not-fit", values, { part: "key" });
  }
}

const withRequired = ({ required }: Definition): Definition => (required === undefined ? {} : { required });

function checkOptions({ report }: Project, file: ReadFile, row: Definition, at: JsonPath): void {
  const options = asList(row["options"]);
  if (options.length === 0) {
    const place = Object.hasOwn(row, "options") ? [...at, "options"] : at;
    report.add(file, place, "missing-key", { key: "options" });
  }
  const seen = new Set<unknown>();
  for (const [index, option] of options.entries()) {
    const place = [...at, "options", index];
    if (seen.has(option)) report.add(file, place, "duplicate-option", { value: String(option) });
    seen.add(option);
  }
}
