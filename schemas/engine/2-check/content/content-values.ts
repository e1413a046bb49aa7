import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { hasMany, isUnresolvedFile, typeFileOf, contentAt } from "../project/content.ts";
import { nearest } from "../report/nearest.ts";
import { checkDays } from "./days.ts";
import { placeOf } from "../project/file-kinds.ts";
import { checkWords } from "../wording/placeholders.ts";
import { emailPattern, linkPattern } from "../../operations/addresses.ts";
import { dateIsValid } from "../../operations/date.ts";
import type { Brand, ContentTypeDefinition, Project, ContentFieldDefinition } from "../project/project.ts";
import { checkRedirect } from "../routes/routes.ts";
import { dayInWords } from "../report/value-words.ts";
import { asObject, isObject, listed, type Definition } from "../report/values.ts";

interface Judged {
  project: Project;
  file: ReadFile;
  type: string;
  brands: Brand[];
}

/** Checks the content of every brand against its type. */
export function checkContent(project: Project): void {
  const { report, content } = project;
  const entries = [...content.entries.values()].flatMap((files) => [...files.values()]);
  for (const file of [...content.files.values(), ...entries]) {
    const { owner, id, entry } = placeOf(file.path)!;
    if (isUnresolvedFile(project, file)) continue;
    const brand = project.brands.get(owner);
    if (!brand && !project.isUnresolved("brand", owner))
      report.add(file, [], "unknown-brand", { brand: owner });
    const type = content.types.get(id);
    if (!type) {
      const suggestion = nearest(id, content.types.keys());
      report.add(file, [], "unknown-content-type", { type: id, file: typeFileOf(id) }, { suggestion });
      continue;
    }
    if (isUnresolvedFile(project, type.file)) continue;
    if (hasMany(type) !== (entry !== undefined)) {
      const name = typeFileOf(id).slice("schemas/content/".length, -".json".length);
      const expected = `brands/${owner}/content/${name}${hasMany(type) ? "/<nombre>" : ""}.json`;
      report.add(file, [], "misplaced-content", { type: id, expected });
    } else if (entry !== undefined && !entryName.test(entry)) {
      const pattern = "el nombre del archivo con minúsculas, números y guiones: será parte de la dirección";
      report.add(file, [], "malformed-value", { value: entry, pattern });
    }
    checkContentValues(project, file, type, [], brand ? [brand] : []);
  }
}

/** The name of an entry stands in addresses, where two hyphens are a slash. */
const entryName = /^[a-z0-9]+(--?[a-z0-9]+)*$/;

/** Checks the values of one content, which stand at `at` in a file, against its type. */
export function checkContentValues(
  project: Project,
  file: ReadFile,
  type: ContentTypeDefinition,
  at: readonly string[],
  brands: Brand[],
): void {
  const { $schema: _, ...values } = asObject(contentAt(file, at));
  const { since, until } = asObject(type.value.fields);
  checkFields({ project, file, type: type.id, brands }, type.value.fields ?? {}, values, [...at]);
  if (since && until) checkDays(project, file, values, [...at]);
}

function checkFields(
  judged: Judged,
  fields: Record<string, ContentFieldDefinition>,
  values: Definition,
  at: JsonPath,
): void {
  const { report } = judged.project;
  const { file } = judged;
  const free = Object.keys(fields).filter((name) => !Object.hasOwn(values, name));
  const misspelt = new Set<string>();
  for (const key of Object.keys(values)) {
    if (Object.hasOwn(fields, key)) continue;
    const suggestion = nearest(key, free);
    if (suggestion !== undefined) misspelt.add(suggestion);
    const told = { key, allowed: listed(Object.keys(fields)) };
    report.add(file, [...at, key], "unknown-key", told, { part: "key", suggestion });
  }
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(values, name)) checkValue(judged, field, values[name], [...at, name]);
    // A misspelt key is told as such, and not a second time as a missing one.
    else if (field.required !== false && !misspelt.has(name)) {
      const isText = field.type === "text" || field.type === "words";
      const after = Object.keys(fields).slice(0, Object.keys(fields).indexOf(name));
      const fix = { file: file.path, at: [...at, name], value: "", after: ["$schema", ...after] };
      report.add(
        file,
        at,
        "missing-key",
        { key: name },
        isText && at.length === 0 ? { missingKey: fix } : {},
      );
    }
  }
}

const expected: Record<string, string> = {
  text: "un texto",
  words: "un texto",
  address: "un texto",
  date: "un texto",
  email: "un texto",
  number: "un número",
  boolean: "true o false",
  list: "una lista [ ]",
};

const typeOf = (value: unknown): string =>
  typeof value === "string" ? "text" : Array.isArray(value) ? "list" : typeof value;

function checkValue(
  judged: Judged,
  {
    type = "text",
    ...field
  }: Omit<ContentFieldDefinition, "type"> & {
    type?: ContentFieldDefinition["type"] | ContentFieldDefinition["of"];
  },
  value: unknown,
  at: JsonPath,
): void {
  // One that there is not is told at the type of content.
  if (!Object.hasOwn(expected, type)) return;
  const wanted = ["words", "address", "date", "email"].includes(type) ? "text" : type;
  if (typeOf(value) !== wanted) return tellType(judged, expected[type] ?? type, value, at);
  if (type === "date") return checkDate(judged, String(value), at);
  if (type === "address") return checkAddress(judged, String(value), at);
  if (type === "email") return checkEmail(judged, String(value), at);
  if (wanted === "text") return checkText(judged, String(value), type === "words", at);
  for (const [index, row] of (Array.isArray(value) ? value : []).entries()) {
    const place = [...at, index];
    if (field.of !== undefined) checkValue(judged, { type: field.of }, row, place);
    else if (isObject(row)) checkFields(judged, field.fields ?? {}, row, place);
    else tellType(judged, "un objeto { }", row, place);
  }
}

function tellType({ project, file }: Judged, wanted: string, value: unknown, at: JsonPath): void {
  const found = isObject(value) ? "un objeto { }" : (expected[typeOf(value)] ?? "otra cosa");
  project.report.add(file, at, "wrong-type", { expected: wanted, found });
}

function checkDate({ project, file }: Judged, value: string, at: JsonPath): void {
  if (dateIsValid(value)) return;
  project.report.add(file, at, "malformed-value", { value, pattern: dayInWords });
}

function checkAddress({ project, file, brands }: Judged, value: string, at: JsonPath): void {
  if (linkPattern.test(value)) {
    // Pictures and films are files, which no definition names.
    if (value.startsWith("/media/")) return;
    if (value.startsWith("/")) checkRedirect(project, file, value, at, brands, `el contenido ${file.path}`);
    return;
  }
  const pattern = "una dirección del sitio (/…) o de https://";
  project.report.add(file, at, "malformed-value", { value, pattern });
}

function checkEmail({ project, file }: Judged, value: string, at: JsonPath): void {
  if (emailPattern.test(value)) return;
  project.report.add(file, at, "malformed-value", {
    value,
    pattern: "una sola dirección de correo, p. ej. ventas@marca.cl",
  });
}

function checkText(
  { project, file, type, brands }: Judged,
  text: string,
  markdown: boolean,
  at: JsonPath,
): void {
  const owner = `El contenido "${type}"`;
  const [nested] = /\{content\.[^{}]*\}/.exec(text) ?? [];
  if (nested !== undefined) {
    const values = {
      owner,
      path: nested.slice(1, -1),
      what: "otro contenido",
      reason: "un contenido solo nombra datos y palabras de la marca",
      fix: "escribe aquí lo que dice",
    };
    return project.report.add(file, at, "content-does-not-fit", values, { within: nested });
  }
  checkWords(project, file, text, at, { brands, markdown, body: true, names: [], owner });
}
