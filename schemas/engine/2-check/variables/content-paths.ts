import { hasMany, kebabCase, isUnresolvedFile, typeFileOf } from "../project/content.ts";
import { nearest } from "../report/nearest.ts";
import type { Brand, Project, ContentFieldDefinition } from "../project/project.ts";
import type { VariableProblem } from "./scope.ts";

/** All paths that are read from content: `content.<type>.<field>`. */
const contentPaths = (project: Project): string[] =>
  [...project.content.types.values()].flatMap(({ id, value }) =>
    Object.keys(value.fields ?? {}).map((name) => `content.${id}.${name}`),
  );

export type FoundContent =
  | { finding: VariableProblem }
  | { field: ContentFieldDefinition; type: string }
  | "unresolved";

/**
 * Finds the field of a type that a path names, and tells each brand that has no such content.
 * @param forEach the type that there is one of the reader for each entry of, if there is.
 */
export function findField(
  project: Project,
  path: string,
  owner: string,
  brands: Brand[],
  forEach: string | undefined,
): FoundContent {
  const { types, files, told } = project.content;
  const [, type = "", name = "", ...rest] = path.split(".");
  const found = types.get(type);
  const unknown = (code: VariableProblem["code"]): FoundContent => {
    const values = { owner, path, type, file: typeFileOf(type) };
    return { finding: { code, values, suggestion: nearest(path, contentPaths(project)) } };
  };
  if (type === "") return { finding: { code: "unknown-variable", values: { owner, path } } };
  if (!found) return unknown("unknown-content-type");
  if (isUnresolvedFile(project, found.file)) return "unresolved";
  const fields = found.value.fields ?? {};
  if (rest.length > 0 || !Object.hasOwn(fields, name)) return unknown("unknown-content");
  if (hasMany(found)) {
    if (forEach === type) return { field: fields[name] ?? {}, type };
    if (forEach !== undefined && !types.has(forEach)) return "unresolved";
    return { finding: { code: "content-of-many", values: { owner, path, type } } };
  }
  for (const brand of brands) {
    const key = `${brand.owner} ${type}`;
    if (files.has(key) || told.has(key)) continue;
    told.add(key);
    const source = owner.charAt(0).toLowerCase() + owner.slice(1);
    const file = `brands/${brand.owner}/content/${kebabCase(type)}.json`;
    const values = { brand: brand.id, type, source, file, typeFile: typeFileOf(type) };
    project.report.add(brand.file, ["brand"], "missing-content", values);
  }
  return { field: fields[name] ?? {}, type };
}

/** Fields of content that are no text, in words. */
export const contentThatIsNoText: Record<string, string> = {
  words: "un texto con Markdown",
  boolean: "un sí o no",
  list: "una lista",
};

/** That a field of content cannot be used so. */
export const contentDoesNotFit = (
  owner: string,
  path: string,
  what: string,
  reason: string,
  fix: string,
): VariableProblem => ({
  code: "content-does-not-fit",
  values: { owner, path, what, reason, fix },
});

/**
 * Judges a path of content, `content.<type>.<field>`, that a rule reads, and says in the file of each of the brands that
 * lacks such content that it is missing.
 */
export function readContent(
  project: Project,
  path: string,
  owner: string,
  brands: Brand[],
  forEach: string | undefined,
): VariableProblem | undefined {
  const found = findField(project, path, owner, brands, forEach);
  if (found === "unresolved") return undefined;
  if ("finding" in found) return found.finding;
  if (found.field.fields === undefined) return undefined;
  const fix = 'usa un campo de otro tipo, o una lista con "of": "text"';
  return contentDoesNotFit(owner, path, "una lista con campos", "las reglas no la pueden leer", fix);
}
