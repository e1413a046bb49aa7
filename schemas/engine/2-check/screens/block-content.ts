import { contentOfBlock, entriesOfBlock, slotOfField } from "../../1-read/block-parts.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { contentAt, contentFilesOf, hasMany, isUnresolvedFile, typeFileOf } from "../project/content.ts";
import { findField, contentDoesNotFit } from "../variables/content-paths.ts";
import { patternInWords } from "../grammar/pattern-words.ts";
import { nearest } from "../report/nearest.ts";
import { screensOf, type Brand, type Project, type Screen, type ScreenBlock } from "../project/project.ts";
import { checkCells } from "./block-days.ts";
import { checkIllustration, drawingsOf } from "./illustrations.ts";
import { checkRedirect } from "../routes/routes.ts";
import type { Grammar } from "../grammar/shape.ts";
import { asList, asObject, asText, isObject, listed, type Definition } from "../report/values.ts";

interface BlockRows {
  project: Project;
  file: ReadFile;
  /** Where the path stands that names the list. */
  at: JsonPath;
  /** `La pantalla "home"`. */
  owner: string;
  brands: Brand[];
  /** The definitions of `screen.schema.json`, and those that it has in common with others. */
  definitions: Definition;
  /** Of pages of others that the block shows: their sites. */
  sites: unknown[];
}

/** Checks that pages of others, which stand in the screen itself, are of the sites that the block lets in. */
function checkSites({ report }: Project, file: ReadFile, { sites, items }: ScreenBlock, index: number): void {
  if (sites === undefined) return;
  for (const [place, item] of asList(items).entries()) {
    const { address } = asObject(item);
    if (sites.includes(originOf(address) ?? "")) continue;
    const at = ["blocks", index, "items", place, "address"];
    report.add(file, at, "unknown-value", { value: String(address), allowed: listed(sites) }, { once: true });
  }
}

/** Fields of an entry that go with it without being named. */
const always = ["since", "until", "example"];

type Source = NonNullable<ReturnType<typeof entriesOfBlock>>;

/** Checks the items that are the entries of a type of content: that there is such a type, and a page of each of them. */
function checkEntries(block: BlockRows, source: Source, item: Definition, drawings: string[]): void {
  const { project, file, at, owner, brands } = block;
  const { report, content } = project;
  const { entries: type = "", fields: shown = [], newest } = source;
  const found = content.types.get(type);
  if (!found) {
    const suggestion = nearest(type, content.types.keys());
    return report.add(file, at, "unknown-content-type", { type, file: typeFileOf(type) }, { suggestion });
  }
  if (isUnresolvedFile(project, found.file)) return;
  const told = ({ code, values, suggestion }: ReturnType<typeof contentDoesNotFit>): void =>
    report.add(file, at, code, values, { suggestion });
  const misfit = (path: string, what: string, reason: string, fix: string): void =>
    told(contentDoesNotFit(owner, path, what, reason, fix));
  if (!hasMany(found))
    return misfit(
      type,
      "un solo contenido",
      "el bloque muestra sus entradas",
      'agrega "many": true a su tipo',
    );
  const fields = asObject(found.value.fields);
  for (const name of [...shown, ...(newest === undefined ? [] : [newest])]) {
    if (Object.hasOwn(fields, name)) continue;
    const near = nearest(name, Object.keys(fields));
    return misfit(
      `${type}.${name}`,
      "un campo que no hay",
      "el bloque lo muestra",
      near === undefined ? "quítalo" : `¿será "${near}"?`,
    );
  }
  if (newest !== undefined && asObject(fields[newest])["type"] !== "date")
    return misfit(`${type}.${newest}`, "otra cosa", "por él se ordena", 'cambia su "type" a date');
  const kept = Object.fromEntries(
    Object.entries(fields).filter(([name]) => [...shown, ...always].includes(name)),
  );
  const wrong = misfitOf(block, type, kept, {
    ...item,
    required: asList(item["required"]).filter((one) => one !== "action"),
  });
  if (wrong) return told(wrong);
  for (const brand of brands) {
    const hasPage = screensOf(project, brand).some(({ value }) => value.forEach === type);
    const contents = contentFilesOf(project, brand, type);
    if (!hasPage && contents.length > 0)
      return misfit(
        type,
        "un tipo sin páginas",
        `el enlace a cada entrada no lleva a ninguna parte en ${brand.id}`,
        `haz una pantalla con "forEach": "${type}" y dale esa pantalla a la marca`,
      );
    for (const one of contents) {
      if (isUnresolvedFile(project, one)) continue;
      const entry = asObject(contentAt(one, []));
      const row = Object.fromEntries(Object.entries(entry).filter(([name]) => Object.hasOwn(kept, name)));
      const rows = { ...block, file: one, brand, drawings, source: `el contenido "${type}"` };
      checkRow(rows, row, [], item);
    }
  }
}

/**
 * Checks the items that a block takes from a list of content: that there is such a list, that its fields are what the
 * grammar says of the items, and that what stands in the rows can be drawn and led to.
 */
export function checkItemsFromContent(
  project: Project,
  grammar: Grammar,
  { file, value }: Screen,
  index: number,
  owner: string,
  brands: Brand[],
): void {
  const block = (value.blocks ?? [])[index] ?? {};
  const list = contentOfBlock(block);
  const source = entriesOfBlock(block);
  if (list === undefined && source === undefined) return checkSites(project, file, block, index);
  const definitionsOf = (name: string): Definition => asObject(asObject(grammar[name])["definitions"]);
  const definitions = {
    ...definitionsOf("definitions.schema.json"),
    ...definitionsOf("screen.schema.json"),
  };
  const at = ["blocks", index, "items", list === undefined ? "entries" : "content"];
  const judged: BlockRows = { project, file, at, owner, brands, definitions, sites: asList(block.sites) };
  const item = itemIn(asObject(definitions[`${block.block}Block`]), definitions);
  if (source !== undefined) return item && checkEntries(judged, source, item, drawingsOf(grammar));
  if (list === undefined) return;
  const found = findField(project, `content.${list}`, owner, brands, value.forEach);
  if (found === "unresolved" || !item) return;
  const tell = ({ code, values, suggestion }: ReturnType<typeof contentDoesNotFit>): void =>
    project.report.add(file, at, code, values, { suggestion: suggestion?.replace(/^content\./, "") });
  if ("finding" in found) return tell(found.finding);
  const fields = found.field.fields ?? {};
  if (found.field.type !== "list" || found.field.fields === undefined) {
    return tell(
      contentDoesNotFit(
        owner,
        list,
        whatIs(found.field),
        "no tiene filas con campos",
        "usa una lista con campos",
      ),
    );
  }
  const wrong = misfitOf(judged, list, fields, item);
  if (wrong) return tell(wrong);
  for (const brand of brands) {
    const name = list.slice(found.type.length + 1);
    for (const content of contentFilesOf(project, brand, found.type)) {
      if (isUnresolvedFile(project, content)) continue;
      const drawings = drawingsOf(grammar);
      const rows = {
        project,
        file: content,
        brand,
        definitions,
        drawings,
        source: `el contenido "${found.type}"`,
        sites: judged.sites,
      };
      checkRows(rows, contentAt(content, [name]), [name], item);
      checkCells(project, content, block, contentAt(content, [name]), [name]);
    }
  }
}

/** The items that a block, or an item, has by the grammar. */
function itemIn(holder: Definition, definitions: Definition): Definition | undefined {
  const items = asObject(asObject(holder["properties"])["items"]);
  const list = (items["then"] ?? items) as Definition;
  const name = asText(asObject(list["items"])["$ref"])?.split("/").at(-1);
  return name === undefined ? undefined : asObject(definitions[name]);
}

/** What the grammar says of the slot that a field of a row fills; undefined where there is no such slot. */
function slotIn(item: Definition, name: string, definitions: Definition): Definition | undefined {
  let slot: Definition = item;
  for (const key of slotOfField(name)) {
    const properties = asObject(slot["properties"]);
    if (!Object.hasOwn(properties, key)) return undefined;
    slot = asObject(properties[key]);
    const reference = asText(slot["$ref"])?.split("/").at(-1);
    if (reference !== undefined) slot = asObject(definitions[reference]);
  }
  return slot;
}

/** The names of the fields that can stand in a row, and of those that have to. */
function fieldNames(item: Definition): { all: string[]; needed: string[] } {
  const named = (slots: string[]): string[] =>
    slots.flatMap((slot) => (slot === "action" ? ["label", "to"] : slot === "onlyFor" ? [] : [slot]));
  return {
    all: named(Object.keys(asObject(item["properties"]))),
    needed: named(asList(item["required"]).map(String)),
  };
}

/** What the grammar asks of a day. */
const dayPattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

/** The types of content that can fill a slot. */
function typesFor(slot: Definition): string[] {
  if (slot["type"] === "array") return ["list"];
  if (slot["type"] === "boolean") return ["boolean"];
  if (slot["type"] === "integer") return ["number"];
  if (slot["$comment"] === "empty-wording") return ["text", "words"];
  const pattern = String(slot["pattern"] ?? "");
  if (pattern === dayPattern) return ["date"];
  return /^\^(\(\/|\/\(|https:)/.test(pattern) ? ["address"] : ["text"];
}

const typeNames: Record<string, string> = {
  text: "un texto",
  words: "un texto con Markdown",
  number: "un número",
  boolean: "un sí o no",
  address: "una dirección",
  date: "un día",
  list: "una lista",
};

const whatIs = ({ type }: Definition): string =>
  (Object.hasOwn(typeNames, String(type)) ? typeNames[String(type)] : undefined) ?? "otra cosa";

/** Why the rows of a list cannot be the items of a block, if they cannot. */
function misfitOf(
  block: BlockRows,
  path: string,
  fields: Definition,
  item: Definition,
): ReturnType<typeof contentDoesNotFit> | undefined {
  const { owner, definitions } = block;
  const { all, needed } = fieldNames(item);
  for (const [name, one] of Object.entries(fields)) {
    const field = asObject(one);
    const slot = slotIn(item, name, definitions);
    const at = `${path}.${name}`;
    if (!slot) {
      const near = nearest(name, all);
      const fix = near === undefined ? `deja solo ${listed(all)}` : `¿será "${near}"?`;
      return contentDoesNotFit(owner, at, "un campo", "el bloque no lo muestra", fix);
    }
    const types = typesFor(slot);
    // Of a link, all that is read is a line.
    const wanted = name === "label" ? ["text"] : types;
    if (!wanted.includes(String(field["type"]))) {
      const fix = `cambia su "type" a ${wanted.join(" o ")}`;
      return contentDoesNotFit(owner, at, whatIs(field), "el bloque muestra ahí otra cosa", fix);
    }
    const inner = itemIn({ properties: { items: slot } }, definitions);
    if (wanted[0] === "list" && !inner && field["of"] !== "text")
      return contentDoesNotFit(
        owner,
        at,
        whatIs(field),
        "el bloque muestra textos",
        'usa una lista con "of": "text"',
      );
    const wrong = wanted[0] === "list" && inner && misfitOf(block, at, asObject(field["fields"]), inner);
    if (wrong) return wrong;
  }
  const missing = needed.find((name) => !isObject(fields[name]) || fields[name]["required"] === false);
  if (missing === undefined) return undefined;
  const what = "una lista con filas incompletas";
  return contentDoesNotFit(
    owner,
    path,
    what,
    `el bloque necesita "${missing}"`,
    `agrega "${missing}" a sus campos, sin "required"`,
  );
}

interface Rows {
  project: Project;
  file: ReadFile;
  brand: Brand;
  definitions: Definition;
  drawings: string[];
  source: string;
  sites: unknown[];
}

/** Checks what stands in rows: links, names of drawings, anchors. */
function checkRows(rows: Rows, value: unknown, at: JsonPath, item: Definition): void {
  const { report } = rows.project;
  const anchors = new Set<unknown>();
  for (const [index, one] of asList(value).entries()) {
    const row = asObject(one);
    const place = [...at, index];
    checkRow(rows, row, place, item);
    const anchor = row["anchor"];
    if (anchor !== undefined && anchors.has(anchor)) {
      const values = { limit: "otra fila tiene la misma" };
      report.add(rows.file, [...place, "anchor"], "value-out-of-range", values, { once: true });
    }
    anchors.add(anchor);
  }
}

/** Checks what stands in one row. */
function checkRow(rows: Rows, row: Definition, place: JsonPath, item: Definition): void {
  const { project, file, brand, definitions, drawings, source, sites } = rows;
  const { report } = project;
  for (const [name, given] of Object.entries(row)) {
    const slot = slotIn(item, name, definitions);
    const inner = slot && itemIn({ properties: { items: slot } }, definitions);
    if (inner) checkRows(rows, given, [...place, name], inner);
    if (typeof given === "number" && slot) checkNumber(rows, given, [...place, name], slot);
    const text = asText(given);
    if (!slot || inner || text === undefined) continue;
    const allowed = asList(slot["enum"]).map(String);
    const pattern = asText(slot["pattern"]);
    if (allowed.length > 0 && !allowed.includes(text)) {
      const suggestion = nearest(text, allowed);
      const values = { value: text, allowed: listed(allowed) };
      report.add(file, [...place, name], "unknown-value", values, { suggestion, once: true });
    } else if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) {
      const values = { value: text, pattern: patternInWords(pattern) };
      report.add(file, [...place, name], "malformed-value", values, { once: true });
    } else if (name === "illustration") {
      checkIllustration(project, file, text, [...place, name], [brand], drawings);
    } else if (name === "address" && !sites.includes(originOf(text))) {
      const values = { value: text, allowed: listed(sites.map(String)) };
      report.add(file, [...place, name], "unknown-value", values, { once: true });
    } else if (name === "to" && text.startsWith("/")) {
      checkRedirect(project, file, text, [...place, name], [brand], source);
    }
  }
  for (const [has, lacks] of [
    ["label", "to"],
    ["to", "label"],
  ] as const) {
    if (Object.hasOwn(row, has) && !Object.hasOwn(row, lacks)) {
      report.add(file, place, "missing-key", { key: lacks }, { once: true });
    }
  }
}

/** The site of an address of another one. */
const originOf = (address: unknown): string | undefined =>
  /^https:\/\/[^/?#\\\s]+/.exec(String(address))?.[0];

function checkNumber({ project, file }: Rows, value: number, at: JsonPath, slot: Definition): void {
  const { minimum = -Infinity, maximum = Infinity } = slot as { minimum?: number; maximum?: number };
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  const limit = `tiene que ser un número entero de ${minimum} a ${maximum}`;
  project.report.add(file, at, "value-out-of-range", { limit }, { once: true });
}
